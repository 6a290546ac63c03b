"""A proof in sentences for teachers."""

from __future__ import annotations

from math import exp

from core.records.proofs import BlindGuess, OrdersProof, Proof
from core.wire import Bilingual, Language

EASY_TO_GUESS = 0.5
"""From this probability on an item is called too easy to guess."""
LARGEST_STATED_NATS = 9
"""The largest margin that is stated: larger ones are written as e to this power."""

VERDICTS = {
    "proved": Bilingual(zh="检查通过：只有一个正确答案。", en="Checked: there is one right answer."),
    "plausible": Bilingual(zh="没有发现第二个正确答案，但证据不足。", en="No second right answer was found, but the evidence is thin."),
    "doubtful": Bilingual(zh="可能有第二个正确答案，请看一看。", en="There may be a second right answer; please have a look."),
}  # fmt: skip
CUES = {
    "longest": Bilingual(zh="答案比别的选项长得多。", en="The key is much longer than the others."),
    "shortest": Bilingual(zh="答案比别的选项短得多。", en="The key is much shorter than the others."),
    "word_class": Bilingual(zh="只有答案的词性不同。", en="Only the key is of another word class."),
    "stem": Bilingual(zh="只有答案和题目有相同的字词。", en="Only the key shares words with the question."),
    "alike": Bilingual(zh="别的选项都和答案相像。", en="The other options all resemble the key."),
}


def proof_sentences(proof: Proof, language: Language) -> list[str]:
    """The proof in sentences for teachers, the verdict first."""
    lines = [VERDICTS[proof.verdict], *(finding.said for finding in proof.failed)]
    if proof.readings:
        lines.append(
            Bilingual(
                zh=f"{proof.readings} 个语言模型不看答案做了这道题，都只选出这一个答案。",
                en=f"Language models that solved it without the key and found this answer and no other: {proof.readings}.",
            )
        )
    lines += _margin_sentences(proof)
    if proof.passed and not proof.failed:
        lines.append(
            Bilingual(
                zh=f"已查过的规则：{len(proof.passed)} 类，都没有问题。",
                en=f"Kinds of rules that apply and hold: {len(proof.passed)}.",
            )
        )
    if proof.blind is not None:
        lines += _blind_guess_sentences(proof.blind)
    if proof.orders is not None:
        lines += _orders_sentences(proof.orders)
    return [line.get(language) for line in lines]


def _margin_sentences(proof: Proof) -> list[Bilingual]:
    if proof.margin is None:
        return []
    times = f"{exp(min(abs(proof.margin), LARGEST_STATED_NATS)):,.0f}"
    if proof.reading == "against":
        return [
            Bilingual(
                zh=f"语言模型觉得“{proof.rival}”比答案更常见（约 {times} 倍），但它只看字的搭配。",
                en=f"To the language model {proof.rival} is likelier than the key (about {times} times); it sees wording only.",
            )
        ]
    if proof.reading == "weak":
        return [
            Bilingual(
                zh=f"语言模型分不清答案和“{proof.rival}”哪个更可能。",
                en=f"The language model cannot tell the key from {proof.rival}.",
            )
        ]
    return [
        Bilingual(
            zh=f"语言模型认为答案比最接近的“{proof.rival}”更可能（约 {times} 倍）。",
            en=f"To the language model the key is likelier than the nearest option, {proof.rival} (about {times} times).",
        )
    ]


def _blind_guess_sentences(guess: BlindGuess) -> list[Bilingual]:
    percent = round(100 * guess.chance)
    easy = guess.chance >= EASY_TO_GUESS
    line = Bilingual(
        zh=f"只看选项、不看题目，猜对的可能是 {percent}%{'，偏高' if easy else ''}。",
        en=f"From the options alone, a guess would be right {percent} % of the time{', which is high' if easy else ''}.",
    )
    return [line, *(CUES[cue] for cue in guess.cues)]


def _orders_sentences(orders: OrdersProof) -> list[Bilingual]:
    lines = [
        Bilingual(
            zh=f"接受 {orders.accepted} 种语序，另外试了 {orders.tried} 种。",
            en=f"Orders accepted: {orders.accepted}; others tried: {orders.tried}.",
        )
    ]
    if orders.rivals:
        rivals = "；".join(orders.rivals)
        lines.append(Bilingual(zh=f"这些语序可能也对：{rivals}。", en=f"These orders may be right too: {rivals}."))
    return lines
