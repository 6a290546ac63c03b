"""Readings that stand side by side in the standard language, so that either is right when read aloud.

After the 普通话异读词审音表 (1985, with the draft revision of 2016) and 现代汉语词典 (7th edition). What only other standards
have (Taiwan's 法国 fàguó, 和 hàn) is not here.
"""

from __future__ import annotations

IN_EVERY_WORD = {
    "谁": ("shéi", "shuí"),
    "血": ("xuè", "xiě"),
    "熟": ("shú", "shóu"),
    "嚼": ("jiáo", "jué"),
    "载": ("zài", "zǎi"),
}
"""Characters of which both readings count in every word: spoken and literary."""
AS_LONE_WORD = {
    "薄": ("báo", "bó"),
    "露": ("lòu", "lù"),
    "削": ("xiāo", "xuē"),
    "剥": ("bāo", "bō"),
    "壳": ("ké", "qiào"),
    "拽": ("zhuài", "yè"),
    "色": ("sè", "shǎi"),
    "落": ("luò", "là"),
    "晃": ("huàng", "huǎng"),
}
"""Characters that a single context cannot settle where they are a word of their own; in words the reader knows."""
DEMONSTRATIVES = {"这": ("zhè", "zhèi"), "那": ("nà", "nèi"), "哪": ("nǎ", "něi")}
"""zhèi, nèi, něi before a measure word or a number (from 这一), never in the words below."""
NEVER_CONTRACTED = frozenset("么里儿样就也是不时")
WORDS = {
    "一会儿": ("yí huì", "yì huǐ"),
    "角色": ("jué sè", "jiǎo sè"),
    "主角": ("zhǔ jué", "zhú jiǎo"),
    "配角": ("pèi jué", "pèi jiǎo"),
    "尽量": ("jǐn liàng", "jìn liàng"),
    "尽可能": ("jǐn kě néng", "jìn kě néng"),
    "主意": ("zhǔ yi", "zhú yi"),
    "指甲": ("zhǐ jia", "zhī jia"),
    "拜拜": ("bài bài", "bái bái", "bài bai"),
    "模样": ("mú yàng", "mó yàng"),
    "说服": ("shuō fú", "shuì fú"),
    "骨头": ("gǔ tou", "gú tou"),
    "因为": ("yīn wèi", "yīn wei"),
    "部分": ("bù fen", "bù fèn"),
    "成分": ("chéng fen", "chéng fèn"),
    "过分": ("guò fen", "guò fèn"),
    "身份": ("shēn fen", "shēn fèn"),
    "缘分": ("yuán fen", "yuán fèn"),
    "大夫": ("dài fu", "dài fū"),
    "巴不得": ("bā bu de",),
    "恨不得": ("hèn bu de",),
    "舍不得": ("shě bu de",),
    "怪不得": ("guài bu de",),
    "好好": ("hǎo hǎo", "hǎo hāo"),
    "慢慢": ("màn màn", "màn mān"),
    "似的": ("shì de", "sì de"),
}
"""Words read in several ways, one syllable for each character without the 儿 of erhua."""
PARTICLE_SOUNDS = {"啊": ("a", "ya", "wa", "na")}
"""啊 after the sound before it (呀, 哇, 哪)."""

PARTICLES = frozenset("的地得着了吗呢吧嘛啦呗")
SUFFIXES = frozenset("子们么")
"""Neutral and nothing else where the reader hears them as neutral: 轻声 of grammar is no matter of habit."""
LIGHT_SECOND = frozenset(
    {
        "知道", "因为", "已经", "应该", "聪明", "干净", "父亲", "母亲", "熟悉", "女人", "男人", "别人", "道理", "机会", "任务", "味道",
        "力量", "质量", "态度", "价钱", "客人", "工人", "主人", "病人", "夫人", "白天", "看见", "听见", "遇见", "碰见", "部分", "成分",
        "身份", "葡萄", "玻璃", "玫瑰", "分析", "打听", "耽误", "结实", "活泼", "护士", "还是", "要是", "可是", "但是", "就是", "只是",
        "总是", "老是", "或是", "真是", "于是", "倒是", "学生", "先生", "时候", "喜欢", "早晨", "黄瓜", "西瓜", "太阳", "月亮", "底下",
        "乡下", "手上", "身上", "地上", "天上", "路上", "网上", "楼上", "楼下", "家里", "心里", "夜里", "手里", "城里", "村里", "屋里",
        "嘴里", "水里", "眼里", "会上", "早上", "晚上", "左边", "右边", "上边", "下边", "里边", "外边", "前边", "后边", "旁边", "东边",
        "西边", "南边", "北边", "这边", "那边", "上面", "下面", "里面", "外面", "前面", "后面", "上头", "下头", "里头", "外头", "前头",
        "后头", "东家", "好处", "坏处", "用处", "害处", "长处", "短处", "值得", "记得", "显得", "免得", "懂得", "晓得", "觉得", "舍得",
        "认得", "云彩", "重量", "费用", "消息", "毛病", "运气", "脾气", "生意", "新鲜", "明白", "告诉", "回来", "回去", "关系", "刚刚",
        "照顾", "老实", "热闹", "商量", "麻烦", "便宜", "学问", "意见", "打算", "本事", "教训", "打扮", "体面", "名气", "动静", "把握",
        "痛快", "厚道", "宽敞", "软和", "暖和", "凉快", "勤快", "福气", "和气", "火候", "见识", "讲究", "交情", "书记", "会计", "手艺",
        "位置", "牙齿", "正月", "嘱咐", "一下",
    }
)  # fmt: skip
"""Words whose second syllable is said full or light (一般轻读, marked with a dot in 现代汉语词典), or so commonly in either way
that neither is called a mistake."""
DISTINGUISHED_BY_TONE = frozenset({"东西", "地道", "大意", "买卖", "大方", "精神", "人家", "对头"})
"""Light and full are two words here (东西 dōngxi thing, dōngxī east and west): only the one that is meant is right."""
INTERJECTIONS = frozenset("啊哦噢喔哎唉喂哟呀哇嘿咦哈欸诶呵嗨")
"""Standing alone they take the tone of the feeling: 啊 ā á ǎ à (现代汉语词典)."""
WITHOUT_SOUNDS = frozenset("嗯哼呣噷唔嗳")
"""Hummed or said in too many ways to be judged."""
ERHUA_FINALS = {
    "ai": "a", "an": "a", "ang": "a", "ian": "ia", "iang": "ia", "uan": "ua", "uai": "ua", "uang": "ua", "üan": "üe", "ei": "e", "en": "e",
    "eng": "e", "ui": "e", "un": "e", "in": "ie", "ing": "ie", "i": "ie", "ii": "e", "iii": "e", "ü": "üe", "ün": "üe", "ong": "u",
    "iong": "ü",
}  # fmt: skip
"""What is left of a final before the r of erhua: endings -i, -n, -ng go, high front vowels get a glide (Chao 1968, 1.3.7)."""
