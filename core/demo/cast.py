"""The cast of the demo: 40 simulated students in three classes, and the simulated past of the demo student.

Everybody here is marked as simulated (模拟) wherever a student is shown. What they answer comes from
`core.learning.simulation.students`: students whose truth is known, on the real order of the knowledge points.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import exp

from core.access.demo import DEMO_PEOPLE
from core.learning.simulation.rules import Rule
from core.learning.simulation.students import Profile
from core.wire import TOPICS, Language, Topic

SEED = 2026
CLASS_SIZE = 40
DAYS = 365
"""The past of the class ends with yesterday."""
DEMO_STUDENT_DAYS = 90
RULES: tuple[Rule, ...] = ("two_state", "practice", "forgetting")
"""The students learn by these in turn, so that the class does not fit one model of learning."""
FURTHEST = 215
"""Points that the most advanced knows at the beginning, of 283 with items at levels 1 to 3: within the year that student goes on to
level 4."""
NAMES = (
    ("安娜", "Anna"), ("马克", "Mark"), ("玛丽亚", "Maria"), ("大卫", "David"), ("索菲", "Sophie"), ("卢卡", "Luca"),
    ("惠子", "Keiko"), ("健太", "Kenta"), ("敏智", "Minji"), ("俊浩", "Junho"), ("阿米娜", "Amina"), ("奥马尔", "Omar"),
    ("娜塔莎", "Natasha"), ("伊万", "Ivan"), ("法蒂玛", "Fatima"), ("哈桑", "Hassan"), ("艾莎", "Aisha"), ("卡洛斯", "Carlos"),
    ("露西亚", "Lucia"), ("迭戈", "Diego"), ("汉娜", "Hanna"), ("拉斯", "Lars"), ("英格丽", "Ingrid"), ("托马斯", "Thomas"),
    ("克拉拉", "Clara"), ("保罗", "Paulo"), ("贝雅", "Bea"), ("兰", "Lan"), ("明", "Minh"), ("普里娅", "Priya"),
    ("阿尔琼", "Arjun"), ("西蒂", "Siti"), ("阿迪", "Adi"), ("苏达", "Suda"), ("纳特", "Nat"), ("埃琳娜", "Elena"),
    ("安德烈", "Andrei"), ("约翰", "John"), ("艾米丽", "Emily"), ("诺拉", "Nora"),
)  # fmt: skip
"""Given names from many countries, one a student of the class."""
QUIET_DAYS = 38
"""For so long those who stay away have not come."""
SLUMP_DAYS = 30
NEWCOMER_DAYS = 21


@dataclass(frozen=True)
class Actor:
    """A simulated student."""

    student_id: str
    name: str
    language: Language
    rule: Rule
    days: int
    """Length of the simulated past."""
    profile: Profile
    level: int
    """That the actor's class works at, 1-3."""
    skills: dict[Topic, float]
    """Logits by which skills differ from the ability; grammar is the ability itself."""
    slump_from: int | None = None
    """From this day on nearly half of what would have been right goes wrong."""
    diligence: float = 0.8
    """Share of lessons attended and of homework done."""
    community: float = 0.0
    """How often the student writes to others: posts a month."""


def cast() -> list[Actor]:
    """The demo student first, then the class by number. The same at every call."""
    rng = random.Random(SEED)
    known = [round(FURTHEST * index / (CLASS_SIZE - 1)) for index in range(CLASS_SIZE)]
    rng.shuffle(known)
    return [_demo_student(), *(_classmate(number, known[number - 1], rng) for number in range(1, CLASS_SIZE + 1))]


def _demo_student() -> Actor:
    person = next(person for person in DEMO_PEOPLE if person.student_id is not None)
    assert person.student_id is not None
    return Actor(
        student_id=person.student_id,
        name=person.display_name,
        language=person.language,
        rule="practice",
        days=DEMO_STUDENT_DAYS,
        # An ordinary beginner at work: through half of level 1, four short rounds a week, getting better.
        profile=Profile(
            ability=0.2, speed=1.2, sessions_a_week=4.0, items_a_session=7, known_points=30, drift=2.0, gaps=((38, 44),)
        ),
        level=1,
        skills={"grammar": 0.0, "vocabulary": 0.5, "reading": 0.1, "listening": -0.5},
        diligence=0.85,
        community=2.0,
    )


def _classmate(number: int, known: int, rng: random.Random) -> Actor:
    ability = rng.gauss(0.4, 0.8)
    diligence = min(0.98, max(0.35, 0.8 + 0.08 * ability + rng.gauss(0, 0.12)))
    begun = rng.randrange(DAYS)
    gaps = [(begun, begun + rng.randrange(7, 25))]
    if _stays_away(number):
        gaps.append((DAYS - QUIET_DAYS, DAYS))
    if _is_new(number):
        gaps.append((0, DAYS - NEWCOMER_DAYS))
    return Actor(
        student_id=f"sim-{number:02d}",
        name=_name(number),
        language="zh",
        rule=RULES[number % len(RULES)],
        days=DAYS,
        profile=Profile(
            ability=ability,
            speed=exp(rng.gauss(0, 0.25)),
            sessions_a_week=min(3.5, max(0.6, exp(rng.gauss(0.25, 0.4)))),
            items_a_session=rng.randrange(5, 9),
            known_points=known,
            gaps=tuple(gaps),
            drift=rng.gauss(0.3, 0.6),
        ),
        level=1 + min(2, 3 * known // (FURTHEST + 1)),
        skills={topic: 0.0 if topic == "grammar" else rng.gauss(0, 0.5) for topic in TOPICS},
        slump_from=DAYS - SLUMP_DAYS if _slumps(number) else None,
        diligence=0.4 if _slumps(number) else diligence,
        community=max(0.0, rng.gauss(1.5, 2.0)),
    )


def _name(number: int) -> str:
    """A given name in both languages, marked as simulated.

    >>> _name(1)
    '安娜（模拟） · Anna (simulated)'
    """
    zh, en = NAMES[number - 1]
    return f"{zh}（模拟） · {en} (simulated)"


def _stays_away(number: int) -> bool:
    return number in (9, 21, 33)


def _slumps(number: int) -> bool:
    return number in (6, 27)


def _is_new(number: int) -> bool:
    return number == 14
