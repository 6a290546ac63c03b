"""One error tree for pages and HTTP.

    WenluError                     500  something of ours failed
    ├── BadRequest                 400  the caller can mend it
    │   ├── MissingParameter       400001
    │   ├── BadParameter           400002
    │   │   └── CostlyFile         400002  a file that takes too much to read
    │   ├── BadStudentFile         400  a student cannot be brought in from it
    │   ├── StudentIsHere          400  a student to be brought in has data here
    │   └── BadPack                400  recordings cannot be taken from it
    │       ├── NotAnArchive
    │       ├── NoRecordings
    │       ├── NoSentences
    │       └── TooManyRecordings
    ├── Unauthorised               401
    │   ├── TokenExpired           401001
    │   ├── UnknownSchool          401  seen by the sign-in page only
    │   └── LaunchRefused          401  a learning platform's launch does not hold
    ├── Forbidden                  403001
    │   └── KeySuspended           403001  the operator has suspended the API key
    ├── NotFound                   404
    ├── TooLarge                   413
    ├── TooManyRequests            429001
    │   ├── RateExceeded           429001, Retry-After in seconds
    │   └── QuotaExceeded          429001, Retry-After until the month turns
    ├── AlreadyAnswered            500  seen by the HTTP side only
    ├── RulingsChanged             500  seen by the services of answers and essays only, which mark again
    ├── CorruptTable               500  a data file is not what it should be
    ├── BadSetting                 500  an operator's setting cannot be used
    ├── BadBackup                  500  a file is no whole backup, or cannot be restored here
    ├── BackupFailed               500  a backup cannot be written
    │   └── NothingToBackUp        500  the database has no tables
    ├── DatabaseNotEmpty           500  a restore would take what the database holds
    └── Unavailable                503  not ready (database, migration)
        ├── Busy                   503, Retry-After in seconds: a queue is full
        ├── DatabaseAway           503, Retry-After in seconds: the database failed under a call
        ├── PlatformAway           503  a learning platform does not answer as it should
        ├── OtherServiceFailed     503  a record store or roster server that the operator named fails
        └── NoFont                 503  no Chinese font for a document

`str(error)` is the message: English, bearing the value that was wrong. `remedy` says what to do, in the
language asked for. Neither ever holds a stack, a path, SQL or a key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.wire import Bilingual, Language

USAGE_RULES = "/docs/usage-rules"
"""Where a server shows the rules for using the API, in both languages."""


@dataclass(frozen=True)
class FieldFault:
    """One offending parameter, named by its path (`answers[2].time_spent`), and what is wrong with it."""

    field: str
    message: str


class WenluError(Exception):
    """Root of the tree; raised itself only for faults of ours."""

    status: ClassVar[int] = 500
    error_code: ClassVar[int | None] = None
    default_remedy: ClassVar[Bilingual] = Bilingual(
        zh="请稍后再试；若仍不行，请把请求编号告诉管理员。",
        en="Try again later; if it still fails, give the request id to the administrator.",
    )

    def __init__(self, message: str, *, remedy: Bilingual | None = None, faults: tuple[FieldFault, ...] = ()) -> None:
        super().__init__(message)
        self._remedy = remedy or self.default_remedy
        self.headers: dict[str, str] = {}
        self.faults = faults

    def remedy(self, language: Language) -> str:
        """What the user can do about it."""
        return self._remedy.get(language)

    @property
    def retry_after_seconds(self) -> int | None:
        """Seconds until the same call can succeed, where that is known."""
        return None


class BadRequest(WenluError):
    """The request cannot be carried out as it stands."""

    status = 400
    default_remedy = Bilingual(zh="请检查参数后再提交。", en="Check the parameters and send again.")


class MissingParameter(BadRequest):
    """A required parameter is absent."""

    error_code = 400001
    default_remedy = Bilingual(zh="请补全必填参数。", en="Supply all required parameters.")


class BadParameter(BadRequest):
    """A parameter is present but not of the form, range or set allowed."""

    error_code = 400002
    default_remedy = Bilingual(zh="请检查参数的类型和格式。", en="Check the parameter's type and format.")

    @classmethod
    def of(cls, field: str, message: str, *, remedy: Bilingual | None = None) -> BadParameter:
        """The fault of a single field; `remedy` says what to do where the general advice does not."""
        text = f"Parameter validation failed: {field}: {message}"
        return cls(text, remedy=remedy, faults=(FieldFault(field, message),))


class CostlyFile(BadParameter):
    """A file that takes more time or memory to read than a file may, or that ends the process which reads it."""

    def __init__(self, *, seconds: float, megabytes: int, broken: bool = False) -> None:
        """`broken`: it took neither, and still the process ended."""
        fault = "cannot be read" if broken else f"takes more than {seconds:g} s or {megabytes} MB to read"
        why_zh = "这个文件无法读取" if broken else "读取这个文件所需的时间或内存超出了限制"
        why_en = "This file cannot be read" if broken else "Reading this file takes more time or memory than is allowed"
        super().__init__(
            f"Parameter validation failed: file: {fault}",
            remedy=Bilingual(
                zh=f"{why_zh}。请检查文件是否完整，重新导出或分成几个小文件后再上传；其他内容不受影响。",
                en=f"{why_en}. Check that it is whole, export it again or divide it into smaller files; nothing else was changed.",
            ),
            faults=(FieldFault("file", fault),),
        )


class BadPack(BadRequest):
    """What an operator wants to install as recordings cannot be taken."""


class NotAnArchive(BadPack):
    """Neither a folder nor a whole, readable tar or zip."""

    default_remedy = Bilingual(
        zh="请给出完整的 .tar、.tar.gz 或 .zip 文件，或者一个文件夹。",
        en="Name a whole .tar, .tar.gz or .zip, or a folder.",
    )

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} cannot be read as an archive of recordings.")


class NoRecordings(BadPack):
    """No file in it is a recording of a word."""

    default_remedy = Bilingual(
        zh="录音文件要以所读的词命名，如 爱.mp3 或 cmn-爱.ogg；格式为 mp3、ogg 或 wav，每个不超过 2 MiB。",
        en="Recordings are named after the word that they say, like 爱.mp3 or cmn-爱.ogg: mp3, ogg or wav, 2 MiB at most.",
    )

    def __init__(self, name: str) -> None:
        super().__init__(f"There are no recordings of words in {name!r}.")


class NoSentences(BadPack):
    """No table in it says what recorded sentences say."""

    default_remedy = Bilingual(
        zh="请给出含 index.tsv（列：file、text）和录音文件的包，或 no7z/hsk-sentences-audio 的压缩包；录音格式为 mp3、ogg 或 wav，每个不超过 2 MiB。",
        en="Name a pack with an index.tsv (columns file and text) and the sound files that it names, or the archive of no7z/hsk-sentences-audio: mp3, ogg or wav, 2 MiB at most.",
    )

    def __init__(self, name: str) -> None:
        super().__init__(f"There are no recorded sentences in {name!r}.")


class TooManyRecordings(BadPack):
    """More words or sentences than a pack may have."""

    default_remedy = Bilingual(zh="请换一个较小的录音包。", en="Take a smaller pack.")

    def __init__(self, name: str, *, most: int, of: str = "words") -> None:
        super().__init__(f"There are more than {most} {of} in {name!r}.")


class BadStudentFile(BadRequest):
    """A file of a student that cannot be brought in: not ours, of another version, damaged, or with rows that do not fit."""

    default_remedy = Bilingual(
        zh="请使用由 wenlu people export 或“设置”页导出的原文件，不要解压或修改；版本不同时请先升级。",
        en="Use the file as wenlu people export or the page Settings made it, neither unpacked nor changed; where the versions differ, upgrade first.",
    )


class StudentIsHere(BadRequest):
    """A student who is to be brought in has data here already, which would be mixed with those of the file."""

    def __init__(self, student_id: str, tables: tuple[str, ...]) -> None:
        super().__init__(
            f"The student {student_id!r} has data here already: {', '.join(tables)}. Nothing was brought in."
        )
        self._remedy = Bilingual(
            zh="请用 --student 给另一个学生编号；如果要用文件里的数据替换，请先导出并删除这名学生。",
            en="Give another id with --student; to have the data of the file in their place, export and erase the student first.",
        )


class Unauthorised(WenluError):
    """No credential, or one that does not hold."""

    status = 401
    default_remedy = Bilingual(
        zh="请用 API 密钥换取访问令牌，放入 Authorization: Bearer。",
        en="Obtain an access token with your API key and send it as Authorization: Bearer.",
    )


class TokenExpired(Unauthorised):
    """The access token was valid once."""

    error_code = 401001
    default_remedy = Bilingual(zh="令牌已过期，请重新获取。", en="Obtain a new access token.")

    def __init__(self) -> None:
        super().__init__("The access token has expired.")


class UnknownSchool(Unauthorised):
    """Somebody signs in to a school that is not here, perhaps by a short name that it had before."""

    default_remedy = Bilingual(
        zh="这里没有叫这个名字的学校，学校代号可能改过。请填学校全称，或者向学校要新的代号。",
        en="No school here is called that; its short name may have changed. Give its full name, or ask it for the new short name.",
    )

    def __init__(self) -> None:
        super().__init__("There is no such school here.")


class LaunchRefused(Unauthorised):
    """What a learning platform sent to open Wenlu (LTI) does not hold: not signed by it, too old, for another, or incomplete."""

    default_remedy = Bilingual(
        zh="请回到学习平台的课程里，重新打开链接。如果还是不行，请把这一页给管理学习平台的人看。",
        en="Go back to your course and open the link again. If that fails too, show this page to whoever runs the learning platform.",
    )


class Forbidden(WenluError):
    """A right credential without the permission."""

    status = 403
    error_code = 403001
    default_remedy = Bilingual(
        zh="请检查 API 密钥或账号的权限设置。", en="Check the permissions of the API key or account."
    )


class KeySuspended(Forbidden):
    """The operator of the service has suspended the API key, for a reason that its holder can read."""

    default_remedy = Bilingual(
        zh=f"请针对上述原因整改，然后联系服务的运营方恢复密钥；在此之前不能再建新密钥。使用规则见 {USAGE_RULES}。",
        en="Put right what the reason names, then ask the operator of the service to resume the key; no new key is made before that. "
        f"The usage rules are at {USAGE_RULES}.",
    )

    def __init__(self, reason: str) -> None:
        super().__init__(f"The API key is suspended by the operator of the service: {reason}")


class NotFound(WenluError):
    """What was asked for does not exist for this caller."""

    status = 404
    default_remedy = Bilingual(zh="请检查编号是否正确。", en="Check the identifier.")


class TooLarge(WenluError):
    """The body is over the size limit."""

    status = 413
    default_remedy = Bilingual(zh="请缩小请求后再提交。", en="Send a smaller body.")

    def __init__(self, limit_bytes: int) -> None:
        super().__init__(f"The body is larger than {limit_bytes} bytes.")


class TooManyRequests(WenluError):
    """Over the rate or the quota."""

    status = 429
    error_code = 429001

    def __init__(self, message: str, *, retry_after_seconds: int, remedy: Bilingual) -> None:
        super().__init__(message, remedy=remedy)
        self._retry_after_seconds = retry_after_seconds

    @property
    def retry_after_seconds(self) -> int:
        return self._retry_after_seconds


class RateExceeded(TooManyRequests):
    """Too many calls within seconds."""

    def __init__(self, *, retry_after_seconds: int) -> None:
        super().__init__(
            "Too many requests: the rate limit is reached.",
            retry_after_seconds=retry_after_seconds,
            remedy=Bilingual(zh=f"请在 {retry_after_seconds} 秒后再试。", en=f"Try again in {retry_after_seconds} s."),
        )


class QuotaExceeded(TooManyRequests):
    """The organisation's calls of the month are used up."""

    def __init__(self, *, limit: int, retry_after_seconds: int) -> None:
        super().__init__(
            f"The monthly quota of {limit} calls is used up.",
            retry_after_seconds=retry_after_seconds,
            remedy=Bilingual(
                zh="请用 POST /v1/quota/requests 申请临时额度或升级套餐；额度每月 1 日 00:00（UTC+8）重置。",
                en="Request a temporary quota or an upgrade of the plan with POST /v1/quota/requests; "
                "quota resets on day 1 at 00:00 (UTC+8).",
            ),
        )
        self.limit = limit


class AlreadyAnswered(WenluError):
    """A call with the same Idempotency-Key was quicker; its reply stands. The HTTP side answers with that reply."""


class RulingsChanged(WenluError):
    """A teacher's ruling came into force, or was undone, while an answer to its item, or an essay, was being marked. It is marked again."""


class CorruptTable(WenluError):
    """A data file does not hold what it must: file, line, field and value are in the message."""

    def __init__(self, file: str, line: int, field: str, value: object, why: str) -> None:
        super().__init__(f"{file}, line {line}, {field}={value!r}: {why}")


class BadSetting(WenluError):
    """A setting, or an option of the command line, that cannot be used."""

    default_remedy = Bilingual(zh="请更正设置后再启动。", en="Mend the setting and start again.")


class BadBackup(WenluError):
    """A file that is no whole backup, or one that cannot be restored into this database. Nothing was changed."""

    default_remedy = Bilingual(
        zh="没有改动任何数据。请换另一份备份；`wenlu verify FILE` 可以检查备份是否完整。",
        en="Nothing was changed. Take another backup; `wenlu verify FILE` says whether one is whole.",
    )


class BackupFailed(WenluError):
    """A backup cannot be written."""

    default_remedy = Bilingual(
        zh="没有留下不完整的文件。请检查磁盘空间和文件夹权限，或者换一个文件名。",
        en="No half file was left. Check the free space and the permissions of the folder, or give another name.",
    )


class NothingToBackUp(BackupFailed):
    """The database has no tables, or is not there."""

    default_remedy = Bilingual(
        zh="请检查数据库地址（WENLU_DATABASE_URL 或 --database）。",
        en="Check the database's address (WENLU_DATABASE_URL or --database).",
    )


class DatabaseNotEmpty(WenluError):
    """A restore would put a backup in the place of what the database holds."""

    default_remedy = Bilingual(
        zh="没有改动任何数据。请用 --database 指定一个空数据库；或者加上 --yes：先备份现有内容，再用这份备份替换。",
        en="Nothing was changed. Name an empty database with --database, or say --yes: what is there is backed up first and then replaced.",
    )

    def __init__(self) -> None:
        super().__init__("The database is not empty.")


class Unavailable(WenluError):
    """The database cannot be reached, or not be used."""

    status = 503
    default_remedy = Bilingual(
        zh="请检查数据库地址，并确认数据库正在运行且可写。",
        en="Check the database's address, that it runs, and that it can be written.",
    )


class DatabaseAway(Unavailable):
    """The database failed under a call: what the call was to write is not written, and the same call may be made again."""

    default_remedy = Bilingual(
        zh="数据暂时无法读写，请稍后再试。已经保存的内容不会丢失；这一次的操作没有完成。",
        en="The data cannot be read or written for the moment; try again shortly. Nothing that was saved is lost; "
        "this one call was not carried out.",
    )
    SECONDS = 5

    @property
    def retry_after_seconds(self) -> int:
        return self.SECONDS


class Busy(Unavailable):
    """As much as this process takes on is under way or waits already."""

    def __init__(self, what: str, *, retry_after_seconds: int) -> None:
        super().__init__(
            f"Too much is waiting: {what}.",
            remedy=Bilingual(
                zh=f"现在使用的人较多，请在 {retry_after_seconds} 秒后再试。你提交的内容没有处理，也没有计数。",
                en=f"The service is busy; try again in {retry_after_seconds} s. Nothing was done and nothing was counted.",
            ),
        )
        self._retry_after_seconds = retry_after_seconds

    @property
    def retry_after_seconds(self) -> int:
        return self._retry_after_seconds


class PlatformAway(Unavailable):
    """A learning platform cannot be reached, or answers otherwise than it should."""

    default_remedy = Bilingual(
        zh="学习平台没有正常回应。请稍后再试；若仍不行，请管理员检查平台的地址和登记信息（wenlu lti list）。",
        en="The learning platform did not answer as it should. Try again later; if that fails too, have the administrator check its"
        " addresses and registration (wenlu lti list).",
    )


class OtherServiceFailed(Unavailable):
    """A service that the operator named (a record store, a server of rosters) cannot be reached, refuses, or answers otherwise than it should."""

    default_remedy = Bilingual(
        zh="请检查地址、用户名和密码，以及对方的服务是否正常，然后再试；已经完成的部分不会重复。",
        en="Check the address, the user and the password, and whether that service runs, then try again; what was done already is not done twice.",
    )


class NoFont(Unavailable):
    """A document cannot be printed: there is no font with Chinese characters."""

    default_remedy = Bilingual(
        zh="请管理员安装一种中文字体，例如 Debian 的 fonts-lxgw-wenkai，或 Python 包 pylopdf-fonts-zh-cn；也可以先用浏览器打印这一页。",
        en="Ask the administrator to install a Chinese font, for instance fonts-lxgw-wenkai on Debian or the Python "
        "package pylopdf-fonts-zh-cn; until then, print the page from the browser.",
    )

    def __init__(self) -> None:
        super().__init__("No font with Chinese characters was found.")
