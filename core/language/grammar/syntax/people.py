"""Words for people: pronouns, kin, professions, animals that act."""

from __future__ import annotations

import re

from core.language.grammar.syntax.tokens import word_list

PRONOUN_SUBJECT = "(?:我|你|您|他|她|它|咱)们?|大家|自己|别人|人家"
PRONOUN = "(?:我们|你们|他们|她们|它们|咱们|大家|自己|别人|人家|对方|我|你|您|他|她|它|咱|谁)"
KIN = word_list(
    "领导 司机 各位 诸位 女士 对方 代表 同志们 法官 律师 主任 院长 科长 市民 居民 爸爸 妈妈 爷爷 奶奶 哥哥 姐姐 弟弟 妹妹 孩子 儿子 女儿 父亲 母亲 父母 老师 同学 朋"
    "友 学生 医生 经理 老板 同事 顾客 客人 邻居 阿姨 叔叔 丈夫 妻子 太太 先生 小姐 姑娘 司机 警察 校长 班长 队长 服务员 同屋 大家 人们 孩子们 人 小孩儿 小孩子 小孩 "
    "老人 小偷 女朋友 男朋友 家人 亲人 家长 徒弟 师傅 观众 读者 游客 旅客 乘客 病人 专家 记者 工人 农民 教授 选手 员工 用户 消费者 老百姓 群众 青年 年轻人 大伙儿 大伙"
    " 老公 老婆 老伴儿 犯人 王老师 秘书 猫 狗 小猫 小狗 鸟 小鸟 爸 妈 哥 姐 弟 妹 同志"
)
PERSON = f"(?:{PRONOUN}|(?:我|你|他|她)?(?:的)?(?:{'|'.join(sorted(KIN, key=len, reverse=True))})们?|[小老][王李张刘陈杨赵黄周吴林马高孙]|[王李张刘陈杨赵黄周吴林马高孙](?:老师|经理|教授|医生|先生|小姐|阿姨|叔叔|师傅|主任))"
IS_PERSON = re.compile(PERSON + "$")


def is_person(word: str) -> bool:
    """Whether a noun or pronoun names a person (or an animal that acts)."""
    return bool(IS_PERSON.match(word)) or word.endswith(("们", "员", "师", "者", "生", "长", "人", "手", "家长"))
