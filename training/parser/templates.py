"""Everyday sentences made for this project, whose words, tags and trees are known because a template wrote them.

The treebanks are encyclopedia, news and film; learners write 你去不去 and 我吃完了. Conventions follow the style "hk".
A template is words parted by spaces, each `form/TAG/relation>head` with heads counted from 1 (0 the root); a form in
braces is drawn from a list, and brings its own tag where the list says so.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from treebank import Word

LISTS: dict[str, str] = {
    "who": "我/PRON 你/PRON 他/PRON 她/PRON 我们/PRON 你们/PRON 他们/PRON 她们/PRON 大家/PRON 老师/NOUN 妈妈/NOUN 爸爸/NOUN 学生/NOUN 朋友/NOUN 弟弟/NOUN 姐姐/NOUN 孩子/NOUN 医生/NOUN 小明/PROPN 小红/PROPN 小王/PROPN 李明/PROPN 爷爷/NOUN 同学们/NOUN",
    "pron": "我 你 他 她 我们 你们 他们",
    "kin": "妈妈 爸爸 弟弟 哥哥 姐姐 朋友 老师 同学 爷爷 奶奶 孩子 女儿 儿子",
    "thing": "书 饭 水 菜 车 手机 衣服 电脑 词典 苹果 面包 牛奶 作业 票 礼物 报纸 照片 咖啡 茶 鱼 钱 东西 箱子 杯子 椅子 蛋糕 自行车 课本 雨伞 鸡蛋 信 电影 歌 汉字",
    "v": "看 买 吃 喝 做 写 读 拿 用 洗 找 卖 带 送 放 听 学 说 画 开 关 借 还 换 想 准备 喜欢 学习 认识 需要 知道 打开 检查 介绍 参加 打扫 练习 复习",
    "v1": "看 买 吃 喝 做 写 读 拿 用 洗 找 卖 带 听 学 说 画 借 换 问 试 想 等 玩 走 坐 休息 收拾 打扫 准备",
    "mono": "看 听 说 想 试 等 找 问 走 坐 玩 读 写 尝 闻 聊 洗 用",
    "vi": "来 去 走 休息 睡觉 工作 学习 上班 回家 起床 跑步 游泳 唱歌 跳舞 吃饭 上课 下课 旅行 运动 生病 毕业 结婚 笑 哭",
    "way": "跑 走 说 写 唱 跳 吃 做 学 玩 睡 起 来 长 考 画 穿 过 开",
    "a": "好 大 小 多 快 慢 高 早 晚 远 近 贵 便宜 漂亮 干净 高兴 忙 累 热 冷 容易 清楚 流利 认真 好看 好听 努力 舒服 安静 有意思 重要 简单",
    "state": "高兴 忙 累 漂亮 好吃 贵 便宜 好看 干净 舒服 有名 聪明 热情 热 冷 难 容易 远 近 大 小 多 重要 有意思 方便 安静 危险 好喝 年轻 健康 难过 紧张",
    "mono_a": "大 好 贵 忙 累 热 冷 远 难 多 高 快 甜 饿 对",
    "very": "很 太 非常 真 特别 最 比较 更 挺 有点儿 十分",
    "adv": "也 都 还 就 才 常常 已经 一起 再 又 先 马上 总是 经常 一直 只 正在 终于 刚 大概 当然 一定 忽然 可能",
    "aux": "能 会 可以 想 要 应该 得 愿意 敢 必须",
    "not": "不 没",
    "num": "一 两 三 四 五 六 七 八 九 十 几 二十 一百 三十五 十二 半 2 3 10 30",
    "m": "个 本 张 件 条 杯 只 块 位 家 瓶 辆 双 口 斤 座 种 把 支 封",
    "per": "这 那 每 哪",
    "per2": "这 那",
    "unit": "年 天 岁 分钟 块 次 公里 斤 米 页 遍 点",
    "span": "天 年 分钟 小时 个月 个星期 次 遍 下",
    "t": "今天 昨天 明天 现在 早上 晚上 上午 下午 去年 今年 明年 星期一 周末 刚才 中午 最近 以前 后来 星期天 夏天 前天",
    "place": "学校 家 商店 公司 医院 饭店 教室 图书馆 超市 机场 车站 公园 房间 银行 宿舍 办公室 北京/PROPN 上海/PROPN 中国/PROPN 那儿/PRON 这儿/PRON",
    "spot": "桌子 床 椅子 书包 房间 教室 学校 墙 山 树 车 门 箱子 房子 家 路 手 冰箱",
    "loc": "上 里 下 外 上面 里面 下面 外面 旁边 前面 后面 中间 里边 上边 左边",
    "rc": "完/VERB 好/ADJ 到/VERB 见/VERB 懂/VERB 会/VERB 对/ADJ 错/ADJ 干净/ADJ 清楚/ADJ 住/VERB 开/VERB 走/VERB 掉/VERB 坏/ADJ 饱/ADJ",
    "dc": "来 去 进来 出去 起来 下来 回来 回去 上来 过来 进去 上去 出来 过去",
    "go": "走 跑 拿 搬 飞 送 寄 带 站 开 爬 跳 坐",
    "fin": "了 吗 吧 呢 啊 了",
    "ask": "吗 吧",
    "what": "什么/PRON 谁/PRON",
    "punc": "。 ！",
    "conjf": "因为/SCONJ 如果/SCONJ 虽然/SCONJ 要是/SCONJ",
    "so": "所以 就 但是 可是 不过",
    "lang": "汉语 中文 英语 汉字",
    "aff": "常常 非常",
}
DEFAULT = {
    "pron": "PRON", "kin": "NOUN", "thing": "NOUN", "v": "VERB", "v1": "VERB", "mono": "VERB", "vi": "VERB", "way": "VERB",
    "a": "ADJ", "state": "ADJ", "mono_a": "ADJ", "very": "ADV", "adv": "ADV", "aux": "AUX", "not": "ADV", "num": "NUM",
    "m": "NOUN", "per": "DET", "per2": "DET", "unit": "NOUN", "span": "NOUN", "t": "NOUN", "place": "NOUN", "spot": "NOUN",
    "loc": "ADP", "dc": "VERB", "go": "VERB", "fin": "PART", "ask": "PART", "punc": "PUNCT", "lang": "NOUN",
}  # fmt: skip
TEMPLATES = """
{who}/nsubj>2 {v}/root>0 不/ADV/advmod>4 =2/conj>2 {thing}/obj>2 ？/PUNCT/punct>2
{who}/nsubj>2 去/VERB/root>0 不/ADV/advmod>4 去/VERB/conj>2 {place}/obj>2 ？/PUNCT/punct>2
{who}/nsubj>2 有/VERB/root>0 没/ADV/advmod>4 有/VERB/conj>2 {thing}/obj>2 ？/PUNCT/punct>2
{t}/obl:tmod>3 {who}/nsubj>3 有/VERB/root>0 没/ADV/advmod>5 有/VERB/conj>3 时间/NOUN/obj>3 ？/PUNCT/punct>3
{who}/nsubj>5 是/AUX/cop>5 不/ADV/advmod>4 是/AUX/conj>2 {kin}/root>0 ？/PUNCT/punct>5
{who}/nsubj>6 是/AUX/aux>6 不/ADV/advmod>4 是/AUX/conj>2 {adv}/advmod>6 {vi}/root>0 了/PART/discourse:sp>6 ？/PUNCT/punct>6
是/VERB/root>0 不/ADV/advmod>3 是/VERB/conj>1 ？/PUNCT/punct>1
{who}/nsubj>2 {mono_a}/root>0 不/ADV/advmod>4 =2/conj>2 ？/PUNCT/punct>2
{pron}/nsubj>5 能/AUX/aux>5 不/ADV/advmod>4 能/AUX/conj>2 {vi}/root>0 ？/PUNCT/punct>5
{pron}/nsubj>5 会/AUX/aux>5 不/ADV/advmod>4 会/AUX/conj>2 {v}/root>0 {thing}/obj>5 ？/PUNCT/punct>5
{pron}/nsubj>2 {v}/root>0 {thing}/obj>2 不/ADV/advmod>2 ？/PUNCT/punct>2
{who}/nsubj>2 {mono}/root>0 了/AUX/aux>2 =2/compound>2 {thing}/obj>2 。/PUNCT/punct>2
{pron}/nsubj>3 {t}/obl:tmod>3 {mono}/root>0 一/ADV/advmod>5 =3/compound>3 。/PUNCT/punct>3
{who}/nsubj>2 {mono}/root>0 一/ADV/advmod>4 =2/compound>2 {thing}/obj>2 吧/PART/discourse:sp>2 。/PUNCT/punct>2
{who}/nsubj>2 {v1}/root>0 {rc}/compound>2 了/AUX/aux>2 {thing}/obj>2 。/PUNCT/punct>2
{who}/nsubj>3 {adv}/advmod>3 {v1}/root>0 {rc}/compound>3 了/PART/discourse:sp>3 。/PUNCT/punct>3
{who}/nsubj>3 没/ADV/advmod>3 {v1}/root>0 {rc}/compound>3 {thing}/obj>3 。/PUNCT/punct>3
{who}/nsubj>2 {v1}/root>0 不/ADV/advmod>4 {rc}/compound>2 {thing}/obj>2 。/PUNCT/punct>2
{who}/nsubj>2 {v1}/root>0 得/PART/compound:ext>2 {rc}/compound>2 {fin}/discourse:sp>2 ？/PUNCT/punct>2
{thing}/obj>2 {v1}/root>0 {rc}/compound>2 了/PART/discourse:sp>2 {punc}/punct>2
{who}/nsubj>2 {go}/root>0 {dc}/compound>2 了/PART/discourse:sp>2 {punc}/punct>2
{who}/nsubj>4 从/ADP/case>3 {place}/obl>4 {go}/root>0 {dc}/compound>4 了/PART/discourse:sp>4 。/PUNCT/punct>4
{who}/nsubj>2 {go}/root>0 {dc}/compound>2 了/AUX/aux>2 {num}/nummod>7 {m}/clf>5 {thing}/obj>2 。/PUNCT/punct>2
{who}/nsubj>2 {way}/root>0 得/PART/compound:ext>2 {very}/advmod>5 {a}/xcomp>2 。/PUNCT/punct>2
{who}/nsubj>3 {t}/obl:tmod>3 {way}/root>0 得/PART/compound:ext>3 {very}/advmod>6 {a}/xcomp>3 {punc}/punct>3
{who}/nsubj>3 {lang}/dislocated>3 说/VERB/root>0 得/PART/compound:ext>3 不/ADV/advmod>6 {a}/xcomp>3 。/PUNCT/punct>3
{who}/nsubj>4 说/VERB/advcl>4 {lang}/obj>2 说/VERB/root>0 得/PART/compound:ext>4 {very}/advmod>7 {a}/xcomp>4 。/PUNCT/punct>4
{pron}/nsubj>2 {way}/root>0 得/PART/compound:ext>2 怎么样/PRON/xcomp>2 ？/PUNCT/punct>2
{who}/nsubj>3 没/ADV/advmod>3 {v}/root>0 过/AUX/aux>3 {thing}/obj>3 。/PUNCT/punct>3
{who}/nsubj>2 去/VERB/root>0 过/AUX/aux>2 {place}/obj>2 {ask}/discourse:sp>2 ？/PUNCT/punct>2
{who}/nsubj>3 没/ADV/advmod>3 去/VERB/root>0 过/AUX/aux>3 {place}/obj>3 。/PUNCT/punct>3
{who}/nsubj>2 {v}/root>0 过/AUX/aux>2 {num}/nummod>5 {span}/obl:tmod>2 。/PUNCT/punct>2
{who}/nsubj>4 {t}/obl:tmod>4 {not}/advmod>4 {v}/root>0 {thing}/obj>4 。/PUNCT/punct>4
{who}/nsubj>4 不/ADV/advmod>4 {aux}/aux>4 {v}/root>0 {thing}/obj>4 。/PUNCT/punct>4
{who}/nsubj>4 {adv}/advmod>4 {aux}/aux>4 {v}/root>0 {thing}/obj>4 。/PUNCT/punct>4
{t}/obl:tmod>4 {who}/nsubj>4 {aux}/aux>4 去/VERB/root>0 {place}/obj>4 {v}/xcomp>4 {thing}/obj>6 。/PUNCT/punct>4
{who}/nsubj>2 去/VERB/root>0 {place}/obj>2 {v}/xcomp>2 {thing}/obj>4 了/PART/discourse:sp>2 。/PUNCT/punct>2
{who}/nsubj>5 把/ADP/case>3 {thing}/obl:patient>5 {adv}/advmod>5 放/VERB/root>0 在/ADP/case>7 {spot}/obl>5 {loc}/case:loc>7 了/PART/discourse:sp>5 。/PUNCT/punct>5
{who}/nsubj>4 把/ADP/case>3 {thing}/obl:patient>4 {v1}/root>0 {rc}/compound>4 了/PART/discourse:sp>4 。/PUNCT/punct>4
{pron}/nsubj>6 把/ADP/case>5 {per2}/det>5 {m}/clf>3 {thing}/obl:patient>6 {go}/root>0 {dc}/compound>6 吧/PART/discourse:sp>6 。/PUNCT/punct>6
{who}/nsubj>4 把/ADP/case>3 {thing}/obl:patient>4 给/VERB/root>0 {pron}/iobj>4 了/PART/discourse:sp>4 。/PUNCT/punct>4
{thing}/nsubj:pass>4 被/ADP/case>3 {who}/obl:agent>4 {v1}/root>0 {rc}/compound>4 了/PART/discourse:sp>4 。/PUNCT/punct>4
{who}/nsubj:pass>4 被/ADP/case>3 {kin}/obl:agent>4 批评/VERB/root>0 了/PART/discourse:sp>4 。/PUNCT/punct>4
{pron}/nmod>3 的/PART/case>1 {thing}/nsubj:pass>5 被/AUX/aux:pass>5 {v1}/root>0 {rc}/compound>5 了/PART/discourse:sp>5 。/PUNCT/punct>5
{who}/nsubj>4 比/ADP/case>3 {who}/obl>4 {state}/root>0 。/PUNCT/punct>4
{who}/nsubj>5 比/ADP/case>3 {who}/obl>5 {aux}/aux>5 {state}/root>0 {num}/nummod>7 {unit}/obl>5 。/PUNCT/punct>5
{thing}/nsubj>4 比/ADP/case>3 {thing}/obl>4 {state}/root>0 得/PART/compound:ext>4 多/ADJ/xcomp>4 。/PUNCT/punct>4
{who}/nsubj>6 跟/ADP/case>3 {who}/obl>6 {adv}/advmod>6 一样/ADV/advmod>6 {state}/root>0 。/PUNCT/punct>6
{who}/nsubj>4 没有/ADP/case>3 {who}/obl>4 {state}/root>0 。/PUNCT/punct>4
{who}/nsubj>2 {state}/root>0 ，/PUNCT/punct>6 {who}/nsubj>6 {adv}/advmod>6 {state}/parataxis>2 。/PUNCT/punct>2
{thing}/nsubj>3 {very}/advmod>3 {state}/root>0 。/PUNCT/punct>3
{per2}/det>3 {m}/clf>1 {thing}/nsubj>5 {very}/advmod>5 {state}/root>0 。/PUNCT/punct>5
{per2}/PRON/nsubj>5 是/AUX/cop>5 {pron}/nmod>5 的/PART/case>3 {thing}/root>0 。/PUNCT/punct>5
{per2}/PRON/nsubj>3 是/AUX/cop>3 {what}/root>0 ？/PUNCT/punct>3
{per}/det>3 {m}/clf>1 {thing}/nsubj>5 {adv}/advmod>5 {state}/root>0 ？/PUNCT/punct>5
{who}/nsubj>4 每/DET/det>3 天/NOUN/obl:tmod>4 {vi}/root>0 。/PUNCT/punct>4
{who}/nsubj>5 每/DET/det>3 天/NOUN/obl:tmod>5 都/ADV/advmod>5 {v}/root>0 {thing}/obj>5 。/PUNCT/punct>5
每/DET/det>2 天/NOUN/obl:tmod>6 {t}/obl:tmod>6 {who}/nsubj>6 都/ADV/advmod>6 {vi}/root>0 。/PUNCT/punct>6
{who}/nsubj>2 有/VERB/root>0 {num}/nummod>5 {m}/clf>3 {thing}/obj>2 。/PUNCT/punct>2
{who}/nsubj>2 {v}/root>0 了/AUX/aux>2 {num}/nummod>6 {m}/clf>4 {thing}/obj>2 。/PUNCT/punct>2
{spot}/nsubj>3 {loc}/case:loc>1 有/VERB/root>0 {num}/nummod>6 {m}/clf>4 {thing}/obj>3 。/PUNCT/punct>3
{spot}/nsubj>3 {loc}/case:loc>1 放/VERB/root>0 着/AUX/aux>3 {num}/nummod>7 {m}/clf>5 {thing}/obj>3 。/PUNCT/punct>3
{thing}/nsubj>2 在/VERB/root>0 {spot}/obj>2 {loc}/case:loc>3 。/PUNCT/punct>2
{who}/nsubj>2 在/VERB/root>0 {place}/obj>2 {ask}/discourse:sp>2 ？/PUNCT/punct>2
{pron}/nmod>3 的/PART/case>1 {thing}/nsubj>4 在/VERB/root>0 哪儿/PRON/obj>4 ？/PUNCT/punct>4
{who}/nsubj>4 在/ADP/case>3 {place}/obl>4 {vi}/root>0 。/PUNCT/punct>4
{who}/nsubj>4 在/ADP/case>3 {place}/obl>4 {v}/root>0 {thing}/obj>4 。/PUNCT/punct>4
{who}/nsubj>3 在/ADV/advmod>3 {v}/root>0 {thing}/obj>3 呢/PART/discourse:sp>3 。/PUNCT/punct>3
{who}/nsubj>5 在/ADP/case>3 {spot}/obl>5 {loc}/case:loc>3 {v}/root>0 {thing}/obj>5 。/PUNCT/punct>5
{who}/nsubj>4 给/ADP/case>3 {kin}/obl>4 {v}/root>0 了/AUX/aux>4 {num}/nummod>8 {m}/clf>6 {thing}/obj>4 。/PUNCT/punct>4
{who}/nsubj>2 给/VERB/root>0 了/AUX/aux>2 {pron}/iobj>2 {num}/nummod>7 {m}/clf>5 {thing}/obj>2 。/PUNCT/punct>2
{who}/nsubj>4 跟/ADP/case>3 {kin}/obl>4 {vi}/root>0 。/PUNCT/punct>4
{who}/nsubj>5 和/ADP/case>3 {kin}/obl>5 一起/ADV/advmod>5 去/VERB/root>0 {place}/obj>5 。/PUNCT/punct>5
{who}/nsubj>5 和/CCONJ/cc>3 {kin}/conj>1 都/ADV/advmod>5 {v}/root>0 {thing}/obj>5 。/PUNCT/punct>5
{who}/nsubj>2 {v}/root>0 着/AUX/aux>2 {thing}/obj>2 。/PUNCT/punct>2
{who}/nsubj>4 {mono}/advcl>4 着/AUX/aux>2 {v}/root>0 {thing}/obj>4 。/PUNCT/punct>4
{who}/nsubj>2 {v}/root>0 了/AUX/aux>2 {thing}/obj>2 {ask}/discourse:sp>2 ？/PUNCT/punct>2
{who}/nsubj>2 {v}/root>0 了/AUX/aux>2 {thing}/obj>2 没有/ADV/discourse>2 ？/PUNCT/punct>2
{who}/nsubj>2 {v}/acl>4 的/SCONJ/mark:rel>2 {thing}/nsubj>6 {very}/advmod>6 {state}/root>0 。/PUNCT/punct>6
{state}/amod>3 的/SCONJ/mark:rel>1 {thing}/nsubj>5 {very}/advmod>5 {state}/root>0 。/PUNCT/punct>5
{who}/nsubj>2 {v}/root>0 {very}/advmod>4 {state}/amod>6 的/SCONJ/mark:rel>4 {thing}/obj>2 。/PUNCT/punct>2
{t}/obl:tmod>2 {v}/acl>4 的/SCONJ/mark:rel>2 {thing}/nsubj>7 是/AUX/cop>7 {pron}/nmod>7 {kin}/root>0 的/PART/case>7 。/PUNCT/punct>7
{who}/nsubj>4 是/AUX/cop>4 {t}/obl:tmod>4 来/VERB/root>0 的/PART/discourse:sp>4 。/PUNCT/punct>4
{who}/nsubj>5 是/AUX/cop>5 坐/VERB/advcl>5 {thing}/obj>3 去/VERB/root>0 {place}/obj>5 的/PART/discourse:sp>5 。/PUNCT/punct>5
{who}/nsubj>5 {adv}/advmod>5 {a}/advmod>5 地/PART/mark:adv>3 {v}/root>0 {thing}/obj>5 。/PUNCT/punct>5
太/ADV/advmod>2 {state}/root>0 了/PART/discourse:sp>2 ！/PUNCT/punct>2
{thing}/nsubj>3 太/ADV/advmod>3 {state}/root>0 了/PART/discourse:sp>3 ，/PUNCT/punct>8 {who}/nsubj>8 {not}/advmod>8 {v}/parataxis>3 。/PUNCT/punct>3
{conjf}/mark>3 {who}/nsubj>3 {vi}/advcl>7 ，/PUNCT/punct>3 {so}/ADV/advmod>7 {who}/nsubj>7 {vi}/root>0 。/PUNCT/punct>7
因为/SCONJ/mark>3 {thing}/nsubj>3 {state}/advcl>8 ，/PUNCT/punct>3 所以/SCONJ/mark>8 {who}/nsubj>8 {not}/advmod>8 {v}/root>0 。/PUNCT/punct>8
{who}/nsubj>3 一/ADV/advmod>3 {v}/advcl>5 就/ADV/advmod>5 {vi}/root>0 。/PUNCT/punct>5
{who}/nsubj>2 {v}/root>0 {num}/nummod>5 {m}/clf>3 {thing}/obj>2 {ask}/discourse:sp>2 ？/PUNCT/punct>2
{thing}/nsubj>3 多少/NUM/nummod>3 钱/NOUN/root>0 ？/PUNCT/punct>3
{t}/nsubj>3 几/NUM/nummod>3 点/NOUN/root>0 ？/PUNCT/punct>3
{who}/nsubj>4 {num}/nummod>3 点/NOUN/obl:tmod>4 {vi}/root>0 。/PUNCT/punct>4
{who}/nsubj>2 {v}/root>0 了/AUX/aux>2 {num}/nummod>5 {span}/obl:tmod>2 。/PUNCT/punct>2
{who}/nsubj>3 {num}/nummod>3 岁/NOUN/root>0 了/PART/discourse:sp>3 。/PUNCT/punct>3
{who}/nsubj>2 觉得/VERB/root>0 {thing}/nsubj>5 {very}/advmod>5 {state}/ccomp>2 。/PUNCT/punct>2
{who}/nsubj>2 知道/VERB/root>0 {who}/nsubj>6 在/ADP/case>5 哪儿/PRON/obl>6 {vi}/ccomp>2 。/PUNCT/punct>2
{kin}/nsubj>2 让/VERB/root>0 {pron}/obj>2 {v}/xcomp>2 {thing}/obj>4 。/PUNCT/punct>2
{who}/nsubj>2 请/VERB/root>0 {pron}/obj>2 {vi}/xcomp>2 。/PUNCT/punct>2
请/VERB/root>0 {pron}/obj>1 {v}/xcomp>1 一下/ADV/advmod>3 {thing}/obj>3 。/PUNCT/punct>1
别/ADV/advmod>2 {vi}/root>0 了/PART/discourse:sp>2 {punc}/punct>2
{pron}/nsubj>3 别/ADV/advmod>3 {v}/root>0 {thing}/obj>3 ！/PUNCT/punct>3
快/ADV/advmod>2 {vi}/root>0 吧/PART/discourse:sp>2 ！/PUNCT/punct>2
快/ADV/advmod>3 要/AUX/aux>3 {vi}/root>0 了/PART/discourse:sp>3 。/PUNCT/punct>3
{pron}/nsubj>4 怎么/ADV/advmod>4 不/ADV/advmod>4 {vi}/root>0 ？/PUNCT/punct>4
{pron}/nsubj>3 为什么/ADV/advmod>3 {v}/root>0 {thing}/obj>3 ？/PUNCT/punct>3
{who}/nsubj>2 {v}/root>0 什么/PRON/obj>2 ？/PUNCT/punct>2
谁/PRON/nsubj>2 {v}/root>0 了/AUX/aux>2 {pron}/nmod>6 的/PART/case>4 {thing}/obj>2 ？/PUNCT/punct>2
{pron}/nsubj>2 {v}/root>0 {thing}/obj>2 还是/CCONJ/cc>5 {thing}/conj>3 ？/PUNCT/punct>2
除了/ADP/case>2 {thing}/obl>7 以外/ADP/case:loc>2 ，/PUNCT/punct>2 {who}/nsubj>7 还/ADV/advmod>7 {v}/root>0 {thing}/obj>7 。/PUNCT/punct>7
{who}/nsubj>6 连/ADP/case>3 {thing}/obl>6 都/ADV/advmod>6 不/ADV/advmod>6 {v}/root>0 。/PUNCT/punct>6
{who}/nsubj>5 对/ADP/case>3 {pron}/obl>5 {very}/advmod>5 {state}/root>0 。/PUNCT/punct>5
{place}/nsubj>5 离/ADP/case>3 {place}/obl>5 {very}/advmod>5 远/ADJ/root>0 。/PUNCT/punct>5
从/ADP/case>2 {place}/obl>5 到/ADP/case>4 {place}/obl>5 要/VERB/root>0 {num}/nummod>7 分钟/NOUN/obj>5 。/PUNCT/punct>5
{pron}/nmod>2 {kin}/nsubj>4 是/AUX/cop>4 医生/NOUN/root>0 。/PUNCT/punct>4
{pron}/nmod>3 的/PART/case>1 {kin}/nsubj>5 {adv}/advmod>5 {vi}/root>0 。/PUNCT/punct>5
{who}/nsubj>3 {adv}/advmod>3 {vi}/root>0 了/PART/discourse:sp>3 。/PUNCT/punct>3
{who}/nsubj>2 {vi}/root>0 了/PART/discourse:sp>2 。/PUNCT/punct>2
{pron}/nsubj>2 听/VERB/root>0 不/ADV/advmod>4 懂/VERB/compound>2 {pron}/nsubj>6 说/VERB/acl>8 的/SCONJ/mark:rel>6 话/NOUN/obj>2 。/PUNCT/punct>2
{pron}/nsubj>2 看/VERB/root>0 得/PART/compound:ext>2 见/VERB/compound>2 {thing}/obj>2 {ask}/discourse:sp>2 ？/PUNCT/punct>2
{pron}/nsubj>2 听/VERB/root>0 得/PART/compound:ext>2 懂/VERB/compound>2 {lang}/obj>2 {ask}/discourse:sp>2 ？/PUNCT/punct>2
{pron}/nsubj>2 说/VERB/acl>4 的/SCONJ/mark:rel>2 话/NOUN/nsubj>6 {very}/advmod>6 {state}/root>0 。/PUNCT/punct>6
墙/NOUN/nsubj>3 上/ADP/case:loc>1 挂/VERB/root>0 着/AUX/aux>3 {num}/nummod>7 张/NOUN/clf>5 地图/NOUN/obj>3 。/PUNCT/punct>3
{who}/nsubj>3 一边/ADV/advmod>3 {v}/advcl>5 一边/ADV/advmod>5 {vi}/root>0 。/PUNCT/punct>5
{per2}/det>3 {m}/clf>1 {thing}/dislocated>5 {pron}/nsubj>5 {v}/root>0 过/AUX/aux>5 {num}/nummod>8 遍/NOUN/obl:tmod>5 。/PUNCT/punct>5
{t}/obl:tmod>3 {who}/nsubj>3 {vi}/root>0 {fin}/discourse:sp>3 ？/PUNCT/punct>3
"""


def examples(count: int, seed: int = 5) -> Iterator[list[Word]]:
    """`count` sentences from each well-formed template, the same for the same seed."""
    rng = random.Random(seed)
    lists = {name: [tagged(entry, name) for entry in text.split()] for name, text in LISTS.items()}
    for line in TEMPLATES.strip().splitlines():
        parts = line.split()
        if well_formed(parts):
            for _ in range(count):
                yield filled(parts, lists, rng)


def well_formed(parts: list[str]) -> bool:
    """One root, and no word beyond the sentence or under itself."""
    heads = [int(part.rsplit(">", 1)[1]) for part in parts]
    return heads.count(0) == 1 and all(h <= len(parts) and h != i for i, h in enumerate(heads, 1)) and acyclic(heads)


def acyclic(heads: list[int]) -> bool:
    """Every word reaches the root."""
    for start in range(1, len(heads) + 1):
        node, steps = start, 0
        while node:
            node, steps = heads[node - 1], steps + 1
            if steps > len(heads):
                return False
    return True


def tagged(entry: str, name: str) -> tuple[str, str]:
    """Form and tag of a list entry."""
    form, _, tag = entry.partition("/")
    return form, tag or DEFAULT.get(name, "ADV")


def filled(parts: list[str], lists: dict[str, list[tuple[str, str]]], rng: random.Random) -> list[Word]:
    """One sentence of a template; `=2` repeats the second word."""
    words: list[Word] = []
    for part in parts:
        rest, head = part.rsplit(">", 1)
        fields = rest.split("/")
        if fields[0].startswith("{"):
            form, tag = rng.choice(lists[fields[0][1:-1]])
        elif fields[0].startswith("="):
            form, tag = words[int(fields[0][1:]) - 1].form, words[int(fields[0][1:]) - 1].tag
        else:
            form, tag = fields[0], ""
        words.append(Word(form, fields[1] if len(fields) == 3 else tag, int(head) - 1, fields[-1]))
    return words


if __name__ == "__main__":
    for number, line in enumerate(TEMPLATES.strip().splitlines(), 1):
        if not well_formed(line.split()):
            print("not well formed:", number, line)
    for sentence in list(examples(1))[:10]:
        print(" ".join(f"{w.form}/{w.tag}/{w.relation}>{w.head + 1}" for w in sentence))
