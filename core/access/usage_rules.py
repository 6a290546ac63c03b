"""The rules for using the API: shown wherever a key is made, agreed to with it, enforced by suspending it (`core.access.suspension`).

docs/api-policy.md says them in the same words; a test holds the two together.
"""

from __future__ import annotations

from core.access.wire import UsageRules
from core.wire import Bilingual

RULES = UsageRules(
    version="2026-11-30",
    rules=(
        Bilingual(
            zh="只用于教与学：学习、教学、评测，以及为此开发的软件。",
            en="For education only: learning, teaching, assessment, and software made for them.",
        ),
        Bilingual(
            zh="不批量抓取：只请求使用者要用的内容，不复制题库、课程或知识图谱。",
            en="No scraping: ask for what your users use; do not copy the bank of questions, the lessons or the knowledge map.",
        ),
        Bilingual(
            zh="不转售：不出售、出租或转让密钥、访问权限和所得内容；自己的教学产品可以展示接口返回的结果。",
            en="No reselling: do not sell, rent or pass on keys, access or content; a teaching product of your own may show its results.",
        ),
        Bilingual(
            zh="不用返回的内容训练或评测机器学习模型。",
            en="No training: do not train or evaluate machine-learning models on what the API returns.",
        ),
        Bilingual(
            zh="保护个人信息：student_id 不用姓名或证件号；只提交教学所需的数据，并依法取得学生或其监护人的同意。",
            en="Personal data: no names or identity numbers as student_id; send only what teaching needs, with the consent that the law asks "
            "of students or their guardians.",
        ),
    ),
)
"""A rule that changes gets a new version. Keys keep the version that was agreed to when they were made."""
