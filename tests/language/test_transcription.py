"""Pinyin by words, over the real word list."""

from __future__ import annotations

import pytest

from core.tables import shipped_tables
from core.wiring import reader_of

READER = reader_of(shipped_tables())


@pytest.mark.parametrize(
    ("text", "pinyin"),
    [
        ("我骑了四十分钟。", "Wǒ qí le sì shí fēnzhōng."),
        ("你星期几有时间？", "Nǐ xīngqī jǐ yǒu shíjiān?"),
        ("今天有点儿冷，我十分高兴。", "Jīntiān yǒudiǎnr lěng, wǒ shífēn gāoxìng."),
        ("您再来看看吧！", "Nín zài lái kànkan ba!"),
        ("安娜去北京了。", "Ānnà qù Běijīng le."),
        ("票弄错了，得重新买。", "Piào nòng cuò le, děi chóngxīn mǎi."),
        ("爸爸的", "bàba de"),
        ("好。谢谢！", "Hǎo. Xièxie!"),
        ("坐302路公交车。", "Zuò 302 lù gōngjiāochē."),
        ("", ""),
    ],
)
def test_words_are_joined_and_sentences_begin_with_a_capital(text: str, pinyin: str) -> None:
    assert READER.transcription(text) == pinyin


@pytest.mark.parametrize(
    ("text", "transcription"),
    [
        ("他比我高三厘米。", "Tā bǐ wǒ gāo sān límǐ."),
        ("我想学好中文。", "Wǒ xiǎng xué hǎo Zhōngwén."),
        ("她会说法语。", "Tā huì shuō Fǎyǔ."),
        ("贝多芬是作曲家。", "Bèi duō fēn shì zuòqǔjiā."),
        ("小猫东躲西藏。", "Xiǎo māo dōngduǒxīcáng."),
        ("北京大学很大。", "Běijīng dàxué hěn dà."),
    ],
)
def test_words_are_joined_as_they_are_segmented_and_idioms_are_one_word(text: str, transcription: str) -> None:
    assert READER.transcription(text) == transcription
