"""What keeps a question of a file from becoming an item, said in both languages; and what was left out of one that did."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import BadParameter
from core.wire import Bilingual

KINDS: dict[str, tuple[str, str]] = {
    "essay": ("作文题（essay）", "an essay question"),
    "extendedTextInteraction": ("作文题（extendedTextInteraction）", "an essay question (extendedTextInteraction)"),
    "numerical": ("数值题（numerical）", "a numerical question"),
    "description": ("没有作答部分的说明文字（description）", "a description without an answer"),
    "multianswer": ("多空填空题（cloze）", "a cloze question with several blanks"),
    "calculated": ("计算题（calculated）", "a calculated question"),
    "calculatedmulti": ("计算选择题（calculatedmulti）", "a calculated multiple-choice question"),
    "calculatedsimple": ("简单计算题（calculatedsimple）", "a simple calculated question"),
    "ddwtos": ("拖词填空题（ddwtos）", "a drag-and-drop-into-text question"),
    "gapselect": ("选词填空题（gapselect）", "a select-missing-words question"),
    "ddimageortext": ("拖图题（ddimageortext）", "a drag-onto-image question"),
    "ddmarker": ("拖标记题（ddmarker）", "a drag-marker question"),
    "randomsamatch": ("随机配对题（randomsamatch）", "a random short-answer matching question"),
    "inlineChoiceInteraction": ("文中下拉选择题", "an inline choice (inlineChoiceInteraction)"),
    "gapMatchInteraction": ("拖词填空题", "a gap match (gapMatchInteraction)"),
    "hottextInteraction": ("点选文字题", "a hot text question (hottextInteraction)"),
    "associateInteraction": ("自由连线题", "an associate question (associateInteraction)"),
    "uploadInteraction": ("上传文件题", "a file upload (uploadInteraction)"),
}
"""Kinds of question of other systems that this service has no counterpart of."""
LONGEST_KIND = 60
MOST_NAMED, LONGEST_NAMED = 20, 100
"""So many answers are named in a note, and so much of each: a note says what to look at, it does not hold the file once more."""


class UnreadableFile(BadParameter):
    """A file as a whole cannot be read: broken, of another format, or dangerous. The message says where and why."""

    default_remedy = Bilingual(
        zh="请检查文件是否完整、格式是否选对，再重新上传。",
        en="Check that the file is whole and the format is right, then upload again.",
    )

    def __init__(self, message: str, *, zh: str) -> None:
        """`message` English, `zh` the same in Chinese, said in front of what to do."""
        advice = self.default_remedy
        super().__init__(message, remedy=Bilingual(zh=f"{zh}{advice.zh}", en=f"{message} {advice.en}"))


def unsupported(kind: str) -> Bilingual:
    """The kind is named, also where it is one that nobody has heard of."""
    kind = kind[:LONGEST_KIND]
    zh, en = KINDS.get(kind, (f"“{kind}”类题目", f"a question of the kind {kind!r}"))
    return Bilingual(zh=f"这是{zh}，不支持导入。", en=f"This is {en}, which cannot be imported.")


SEVERAL_RIGHT = Bilingual(
    zh="有不止一个正确选项；这里的选择题只能有一个。",
    en="More than one option is right; a choice here has exactly one.",
)
NONE_RIGHT = Bilingual(zh="没有一个选项是完全正确的。", en="No option is fully right.")
NO_ANSWER = Bilingual(zh="没有正确答案。", en="There is no right answer.")
NO_QUESTION = Bilingual(zh="题目是空的。", en="The question is empty.")
SAME_TWICE = Bilingual(zh="有两个相同的选项，无法判分。", en="Two options are the same, so answers cannot be marked.")
EMPTY_OPTION = Bilingual(
    zh="有一个选项是空的（可能是图片或声音）。", en="An option is empty (perhaps a picture or a sound)."
)
KEY_MISSING = Bilingual(zh="正确答案不在选项里。", en="The right answer is not among the options.")
UNPAIRED = Bilingual(
    zh="左右两边数量不同；这里的配对题要一一对应。", en="The two sides differ in number; a matching here is one to one."
)
BAD_ORDER = Bilingual(
    zh="其他正确顺序要用到每一块一次，并且不能是所有可能的顺序。",
    en="Every other right order must use each piece once, and not all possible orders can be right.",
)
BRACES = Bilingual(zh="大括号不成对。", en="The braces do not match.")
TWO_ANSWERS = Bilingual(
    zh="有两个作答部分；两道题之间是不是少了一个空行？",
    en="There are two answer sections; is a blank line between two questions missing?",
)
DETAILS_DAMAGED = Bilingual(
    zh="[wenlu:…] 附加信息已损坏或与题目不符，未采用。",
    en="The [wenlu:…] details are damaged or do not fit the question, and were passed over.",
)
ORDERS_DROPPED = Bilingual(
    zh="各块改动过，原来的其他正确顺序没有采用。",
    en="The pieces were changed, so their further right orders were dropped.",
)
MEDIA_LEFT_OUT = Bilingual(zh="图片、声音等没有导入。", en="Pictures and sounds were left out.")
FEEDBACK_LEFT_OUT = Bilingual(zh="各选项自己的反馈没有导入。", en="The feedback of single options was left out.")


def too_many(noun_zh: str, noun_en: str, most: int) -> Bilingual:
    """More than can be shown."""
    return Bilingual(zh=f"{noun_zh}多于 {most} 个。", en=f"There are more than {most} {noun_en}.")


def too_few(noun_zh: str, noun_en: str, least: int) -> Bilingual:
    """Fewer than make a question."""
    return Bilingual(zh=f"{noun_zh}少于 {least} 个。", en=f"There are fewer than {least} {noun_en}.")


def too_long(most: int) -> Bilingual:
    """A text that is longer than anything shown."""
    return Bilingual(zh=f"有一段文字超过 {most} 个字符。", en=f"A text is longer than {most} characters.")


def partly_right(texts: Sequence[str]) -> Bilingual:
    """Answers that count in part elsewhere."""
    named = [text[:LONGEST_NAMED] for text in texts[:MOST_NAMED]]
    zh, en = "、".join(f"“{text}”" for text in named), ", ".join(named)
    return Bilingual(zh=f"部分得分的答案按不得分处理：{zh}。", en=f"Answers with partial credit earn none here: {en}.")


def unknown_names(texts: Sequence[str]) -> Bilingual:
    """Grammar points or words that the tables do not have."""
    zh, en = "、".join(texts), ", ".join(texts)
    return Bilingual(zh=f"未知的语法点或词，已略去：{zh}。", en=f"Unknown grammar points or words were left out: {en}.")
