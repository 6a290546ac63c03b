"""The connectives that the checklist of coherence looks for and that show no vocabulary in the score."""

from __future__ import annotations

CONNECTIVE_WORDS = (
    "因为 所以 因此 但是 可是 然而 不过 而且 并且 如果 要是 虽然 尽管 首先 其次 最后 总之 另外 此外 于是 然后 即使 不仅 不但 只要 只有 无论 "
    "不管 既然 由于 从而 例如 比如 同时 相反 反而 否则 何况 甚至 以及 可见 其实 当然 毕竟 显然 因而 假如 以致 与其 宁可 再说 第一 第二 第三 "
    "后来 接着 结果 终于 一方面 另一方面 总的来说 也就是说 换句话说 除了 以后 以前 这样 还有"
)
CONNECTIVES = frozenset(CONNECTIVE_WORDS.split())
