"""Every setting with its meaning, in groups, and as it is in force: for administrators on their page, and for docs/operate.md.

Secrets are told as set or not set, addresses without user, password and query.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from core.settings import Settings
from core.wire import Bilingual

Group = Literal["data", "access", "limits", "speech", "essays", "demo", "network"]
SECRETS = frozenset({"secret", "essay_model_key"})
ADDRESSES = frozenset({"database_url", "essay_model_url"})


def _meaning(zh: str, en: str) -> Bilingual:
    return Bilingual(zh=zh, en=en)


MEANINGS: Mapping[Group, Mapping[str, Bilingual]] = {
    "data": {
        "database_url": _meaning("数据库的地址", "Where the database is: SQLite or PostgreSQL"),
        "durable": _meaning(
            "仅 SQLite：断电也不丢失刚写入的内容，写入会变慢",
            "SQLite only: a power cut loses nothing either; writing is slower",
        ),
        "backups": _meaning("备份所在的文件夹", "The folder of backups"),
        "backup_before_migrating": _meaning(
            "升级改动数据表之前先备份；关掉以后，升级失败就没有退路",
            "Back up before an upgrade changes tables; without it a failed upgrade has no way back",
        ),
        "scheduler": _meaning(
            "服务自己每晚做夜间处理；由 cron 或 `wenlu scheduler` 做时关掉",
            "The service does the nightly work itself; 0 where cron or `wenlu scheduler` does it",
        ),
        "keep_recordings": _meaning(
            "把学生的朗读录音留在数据库里；关掉时评完分就删除",
            "Keep recordings of students in the database; 0 drops each once it is scored",
        ),
        "audit_days": _meaning("操作记录保留的天数", "Days for which it is kept who did what"),
        "recordings": _meaning(
            "母语者录音所在的文件夹；例句录音在它旁边",
            "The folder of words by native speakers; that of sentences is beside it",
        ),
        "strokes": _meaning("汉字笔顺所在的文件夹", "The folder of the stroke order of characters"),
    },
    "access": {
        "operator": _meaning(
            "由哪个学校的管理员在页面上负责整个服务（备份、设置、额度申请）；空：除演示外只有一个学校时由它负责，但不批额度",
            "The school whose administrators look after the service on the pages (backups, settings, requests for quota); "
            "empty: the only school beside the demo does, quota apart",
        ),
        "secret": _meaning(
            "签发访问令牌的密钥；没有设置时自动生成并存在数据库里",
            "Signs access tokens; unset: made once and kept in the database",
        ),
        "token_lifetime_seconds": _meaning("访问令牌的有效时间（秒）", "Seconds for which an access token is valid"),
        "rate_per_second": _meaning("每个密钥每秒的调用次数", "Calls a second of one key"),
        "rate_burst": _meaning("每个密钥一次可以连续调用多少次", "Calls of one key that may come at once"),
        "shared_rate": _meaning(
            "在数据库里计算调用频率（多个进程共用）", "Count the rate in the database, for all processes together"
        ),
        "open_addresses": _meaning(
            "/grammar 和 /speech 不需要令牌；0：都需要", "/grammar and /speech need no token; 0: they do"
        ),
        "open_speech": _meaning("/speech 不需要令牌；0：需要", "/speech needs no token; 0: it does"),
        "open_rate_per_second": _meaning(
            "没有令牌时每个网络地址每秒的调用次数", "Calls a second of one network address without a token"
        ),
        "open_rate_burst": _meaning(
            "没有令牌时一个网络地址一次可以连续调用多少次",
            "Calls of one network address without a token that may come at once",
        ),
    },
    "limits": {
        "memory_mb": _meaning(
            "一个进程的内存（MB）；超过以后暂不接受耗资源的任务",
            "Memory of one process in MB, above which no costly work is begun",
        ),
        "essay_at_once": _meaning("每个进程同时批改的作文数", "Essays evaluated at once in each process"),
        "essay_waiting": _meaning("可以排队的作文数", "Essays that may wait"),
        "speech_at_once": _meaning("每个进程同时评分的录音数", "Recordings scored at once in each process"),
        "speech_waiting": _meaning("可以排队的录音数", "Recordings that may wait"),
        "text_at_once": _meaning("每个进程同时分析的文本数", "Texts analysed at once in each process"),
        "text_waiting": _meaning("可以排队的文本数", "Texts that may wait"),
        "file_seconds": _meaning("读取一个上传文件的最长时间（秒）", "Seconds that reading an uploaded file may take"),
        "file_memory_mb": _meaning(
            "读取一个上传文件的最大内存（MB）", "MB of memory that reading an uploaded file may take"
        ),
        "max_body_bytes": _meaning("一次请求的最大长度（字节）", "Bytes of the body of a request"),
        "max_recording_bytes": _meaning("一次上传录音的最大长度（字节）", "Bytes of an uploaded recording"),
        "upload_session_bytes": _meaning(
            "一个打开的页面保留的上传文件（字节）", "Bytes of uploaded files kept for one open page"
        ),
        "upload_account_bytes": _meaning(
            "一个账号所有页面保留的上传文件（字节）", "Bytes of uploaded files kept for all pages of one account"
        ),
    },
    "speech": {
        "speech_backend": _meaning(
            "`sherpa`：用自己的离线语音识别模型再听一遍；空：不用",
            "`sherpa`: an offline model of your own gives a second opinion; empty: none",
        ),
        "sherpa_model": _meaning("该模型的文件夹", "The folder of that model"),
    },
    "essays": {
        "essay_model_url": _meaning(
            "同时批改作文的语言模型的地址；空：用 `wenlu model` 设置的，否则没有，也不会把作文发到任何地方",
            "Address of a language model that also corrects essays; empty: the one that `wenlu model` has set, else none, and nothing is sent anywhere",
        ),
        "essay_model": _meaning("该语言模型的名称", "The name of that language model"),
        "essay_model_key": _meaning("该语言模型的密钥", "The key of that language model"),
        "essay_model_seconds": _meaning(
            "等待语言模型的最长时间（秒）",
            "Seconds to wait for the language model; after that the essay is corrected without it",
        ),
        "essay_model_at_once": _meaning(
            "每个进程同时向语言模型提出的问题数", "Questions to the language model under way at once in each process"
        ),
        "essay_model_file": _meaning(
            "`wenlu model` 保存所用模型和测量结果的文件",
            "Where `wenlu model` keeps which model is in use and what was measured of it",
        ),
    },
    "demo": {
        "demo": _meaning(
            "演示学校：1 对所有人开放，0 关闭；没有设置时只对本机开放",
            "The demo school: 1 opens it to everyone, 0 closes it; unset: open on this machine alone",
        ),
        "demo_class": _meaning("演示学校里再模拟一个班的一年", "Also simulate a year of a class in the demo"),
    },
    "network": {
        "trusted_proxies": _meaning(
            "可信的代理服务器地址（逗号分隔），只相信它们的 X-Forwarded-* 头",
            "Addresses of proxies, separated by commas, whose X-Forwarded-* headers are believed",
        ),
        "allowed_origins": _meaning(
            "哪些网站的网页可以调用 API（逗号分隔）", "Origins, separated by commas, whose browsers may call the API"
        ),
        "secure_cookie": _meaning(
            "登录 Cookie 一律只走 https；只用于不说明 https 的代理",
            "The sign-in cookie is for https alone, always: only for a proxy that does not say https",
        ),
        "header_seconds": _meaning("等待请求头的最长时间（秒）", "Seconds for the head of a request"),
        "body_seconds": _meaning("等待请求正文的最长时间（秒）", "Seconds for the body of a request"),
        "listening": _meaning(
            "服务监听的地址，由 `wenlu serve` 设置", "The host that the server listens on; set by `wenlu serve`"
        ),
        "api_port": _meaning(
            "API 所在的端口，由 `wenlu serve --split` 设置", "The port of the API; set by `wenlu serve --split`"
        ),
    },
}
"""The meaning of each setting; `tests/access/test_settings_meaning.py` holds it against `Settings` and docs/operate.md."""


@dataclass(frozen=True)
class SettingLine:
    """One setting as it is in force."""

    name: str
    """As an environment variable."""
    group: Group
    meaning: Bilingual
    value: str
    """As it may be shown; "" for one that is empty or not set."""
    is_secret: bool
    """Then `value` is "" whatever is set, and `is_set` tells whether it is."""
    is_set: bool
    is_default: bool


def settings_in_force(settings: Settings) -> list[SettingLine]:
    """Every setting, in the order of its groups."""
    defaults = Settings()
    return [
        _line(group, name, meaning, getattr(settings, name), getattr(defaults, name))
        for group, meanings in MEANINGS.items()
        for name, meaning in meanings.items()
    ]


def _line(group: Group, name: str, meaning: Bilingual, value: object, default: object) -> SettingLine:
    return SettingLine(
        name=f"WENLU_{name.upper()}",
        group=group,
        meaning=meaning,
        value="" if name in SECRETS else shown_value(name, value),
        is_secret=name in SECRETS,
        is_set=value not in (None, ""),
        is_default=value == default,
    )


def shown_value(name: str, value: object) -> str:
    """A value as it may be shown, in the form in which it is set.

    >>> shown_value("durable", False), shown_value("rate_per_second", 10.0), shown_value("demo", None)
    ('0', '10', '')
    >>> shown_value("database_url", "postgresql://wenlu:right@db.school:5432/wenlu?password=right")
    'postgresql://db.school:5432/wenlu'
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float):
        return f"{value:g}"
    return _without_credentials(str(value)) if name in ADDRESSES and value else str(value)


def _without_credentials(address: str) -> str:
    """An address without user, password and query, in which a password may stand too; "…" where it is not certain which part is which."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "…"
    # A password with one of / ? # in the clear ends the place too early: then an "@" follows, and what stands before it is the password.
    is_doubtful = not parts.scheme.startswith("sqlite") and "@" in f"{parts.path}{parts.query}{parts.fragment}"
    if not parts.scheme or is_doubtful:
        return "…"
    place = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{place}{parts.path}"
