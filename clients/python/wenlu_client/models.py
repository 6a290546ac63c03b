"""What is sent to the service and comes back. Written by `python -m clients.generate` from the OpenAPI documents; not to be edited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class Abilities:
    """0-100; 0.0 with `known` false where nothing at all is known."""

    listen_ability: float
    speak_ability: float
    read_ability: float
    write_ability: float
    comprehensive_ability: float
    known: bool
    """All four were tested."""
    tested: dict[str, bool] | None = None
    """A skill that was not tested stands as 0.0."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AccessToken:
    """Send it as `Authorization: Bearer <access_token>` until it expires."""

    access_token: str = field(repr=False)
    token_type: str | None = None
    expires_in: int
    """Seconds until it expires."""
    permissions: list[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class AdviceItem:
    type: str
    content: str
    resources: list[str]
    """Ids of knowledge points or questions to work on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Analysis:
    strengths: list[str]
    weaknesses: list[str]
    recommendations: list[AdviceItem]


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerItem:
    """One submitted answer: the wire's string, or the array of its parts (pairs, ordered option ids)."""

    question_id: str
    answer: str | Sequence[str]
    time_spent: int | None = None
    """Seconds spent on the question."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Audio:
    """What a listening item plays: speech to be spoken by the browser's own voice, or a recorded file."""

    kind: str
    """One of `speech`, `file`; a newer service may send another."""
    text: str | None = None
    pinyin: str | None = None
    url: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class BandShown:
    """The band of an essay, by what its level's task asks."""

    task: str
    """How much of what the level asks for is written; not_judged: see findings. One of `done`, `nearly`, `half`, `begun`, `not_judged`; a newer service may send another."""
    text: Bilingual
    """Level, task and evidence in words."""
    can_do: Bilingual
    """What a writer at this level can do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Behavior:
    """One observed behaviour: `value` in the indicator's unit (minutes, times, level 1-9, 0 or 1); a percentage is
    `value` of `max` (default 100).
    """

    indicator: str
    kind: Literal["duration", "percentage", "level", "switch", "count"]
    value: float
    max: float | None = None
    occurred_at: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Bilingual:
    """A text in the two languages of the interface."""

    zh: str
    en: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """This time against the time before; no claim where the interval of the difference holds 0."""

    before: TimeScore
    now: TimeScore
    difference: float | None
    """now - before; null where one of them has no answers."""
    interval: tuple[float, float] | None
    """95 % interval of difference (Newcombe, over as many answers as the days are worth; never beyond -100 to 100); null under 2 days with answers on a side."""
    verdict: str
    """One of `improved`, `declined`, `no_claim`; a newer service may send another."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """A month against the month before; the last 30 days against the 30 days before."""

    period: str
    """The time before, '<date> to <date>', both included, UTC+8."""
    overall: Change
    skills: SkillChanges


@dataclass(frozen=True, kw_only=True, slots=True)
class Coverage:
    """Share of the text's words at or below each level 1-7."""

    standard: str
    words: list[float]
    characters: list[float]


@dataclass(frozen=True, kw_only=True, slots=True)
class CurrentPortrait:
    language_ability: LanguageAbility
    classroom_performance: Performance
    community_performance: Performance


@dataclass(frozen=True, kw_only=True, slots=True)
class DailyPlan:
    """A day's recommendations."""

    date: str
    student_id: str
    recommendations: list[Recommendation]
    schedule: dict[str, SlotSchedule]
    total_duration: int
    provisional: bool
    """A day to come: made again from what is known on that day, unless something in it was moved."""
    notice: str | None = None
    """What is special about the day."""
    due: int
    """Reviews that were due when the plan was made."""
    waiting: int
    """Of them what is left for the coming days."""
    if_skipped: str
    """What leaving the whole day out costs."""
    seed: int
    model: str
    policy: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Detail:
    """One marked answer; `suggestion` is present on wrong answers only. Fields after it are extras."""

    question_id: str
    is_correct: bool
    score: float
    """100 = right; partial credit for matching, ordering and pinyin."""
    feedback: str
    time_spent: int
    suggestion: str | None = None
    correct_answer: str
    explanation: str
    faults: list[Fault] | None = None
    points: list[str] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class DiscourseLevel:
    """The whole text. The three scores are checklists; `known` says which of them go with examiners' scores."""

    structure_score: float
    coherence_score: float
    content_score: float
    known: list[str] | None = None
    """Parts whose score goes with examiners' scores. A part that is not among them is a count, and no page shows its score."""
    suggestions: list[str]
    """In the language of Accept-Language."""
    advice: list[Bilingual] | None = None
    """The suggestions in both languages; none in reports of before 2026-11-28."""
    evidence: list[EvidenceShown]


@dataclass(frozen=True, kw_only=True, slots=True)
class DoubtShown:
    """A clause in which something is off; what should stand there is not known."""

    start: int
    """Code points of the essay."""
    end: int
    """Excluded."""
    probability: float
    """Share of the clauses called so that are off, measured on learners' writing."""
    suspected: str
    """B wrong character, L missing, D extra, W wrong word, S order; empty where no kind is suspected. One of `B`, `L`, `D`, `W`, `S`, ``; a newer service may send another."""
    explanation: Bilingual


@dataclass(frozen=True, kw_only=True, slots=True)
class EditShown:
    """One edit, or a place to check."""

    start: int
    """Code points of the essay."""
    end: int
    """Excluded; equal to start where something is missing."""
    original: str
    replacement: str
    type: str
    """B wrong character, L missing, D extra, P punctuation, W wrong word, S structure. One of `B`, `L`, `D`, `P`, `W`, `S`; a newer service may send another."""
    confidence: float
    """How sure the engine is of it: the measured probabilities of those who say so, put together by a rule that was not measured."""
    judges: list[str]
    """Who says so, surest first: a rule by its id, ngram, encoder, usage; the operator's language model, measured_language_model where it was measured to be right about such edits, language_model where not."""
    point: str
    """Grammar point or word that it is about; empty where it is about none."""
    explanation: Bilingual


@dataclass(frozen=True, kw_only=True, slots=True)
class EssayReport:
    """The contract's result, and what it rests on."""

    evaluation_id: str
    overall_score: float
    word_level: WordLevel
    sentence_level: SentenceLevel
    discourse_level: DiscourseLevel
    marked_version: str
    """The essay with its edits written in: 提[B题]高, 吃[L了], [D的], ，[P,], [W尊敬→尊重], [S...→...]; marks of several characters or removed ones as [P...→……]; the characters [ ] → and \\ of the essay with a \\ before them."""
    corrected_version: str
    essay_title: str
    essay_content: str
    hsk_level: str
    """One of `1`, `2`, `3`, `4`, `5`, `6`; a newer service may send another."""
    framework: str
    """One of `RASNC`, `RACAPE`; a newer service may send another."""
    strictness: str
    """One of `strict`, `normal`, `gentle`; a newer service may send another."""
    band: BandShown | None = None
    """Null in reports of before 2026-11-29."""
    score_range: tuple[float, float]
    """80 % range of the overall score where it is calibrated; else from what it would be with as many errors as usually stay untold."""
    calibrated: bool
    """Whether the overall score was fitted on scored essays of this level."""
    edits: list[EditShown]
    """By place, without overlap: everything else follows from them."""
    checks: list[EditShown]
    """Places that may be wrong: they cost nothing and are not in the corrected version."""
    doubts: list[DoubtShown] | None = None
    """Clauses in which something is off, by position, without a correction: they cost nothing, and hold no edit and no place to check. Empty in reports of before 2026-11-29."""
    strengths: list[StrengthShown] | None = None
    """What was done well, at most three; nothing in it lies in a clause with an edit or a place to check. None in reports of before 2026-11-29."""
    characters: int
    """Chinese ones."""
    level_profile: LevelProfile
    findings: list[FindingShown]
    """Reasons for which the text is not scored like an essay."""
    opinion: dict[str, int] | None = None
    """What the operator's language model would give, 0-100; it moves no score, and is empty without one."""
    engine: str
    """Which engine answered."""
    models: list[str]
    """Versions of everything that judged."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Evaluation:
    """The evaluation result of the contract."""

    evaluation_id: str
    student_id: str
    summary: Summary
    details: list[Detail]
    analysis: Analysis


@dataclass(frozen=True, kw_only=True, slots=True)
class EvidenceShown:
    """What a discourse score rests on."""

    part: str
    """One of `structure`, `coherence`, `content`; a newer service may send another."""
    text: Bilingual
    start: int | None
    """Place in the essay that shows it, where one does."""
    end: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """Where an answer is wrong: code points of the answer as given, end excluded."""

    start: int
    end: int
    kind: str
    """One of `wrong`, `missing`, `extra`, `tone`, `letters`, `place`, `pair`; a newer service may send another."""
    given: str
    expected: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FetchedResource:
    """Something to watch or to hear, as a plan recommends it."""

    resource_id: str
    resource_type: str
    """One of `question`, `video`, `audio`; a newer service may send another."""
    title: str
    difficulty: str
    """HSK1 to HSK6, HSK7-9."""
    skill_type: str
    """One of `listening`, `speaking`, `reading`, `writing`; a newer service may send another."""
    duration: int
    """Minutes."""
    kind: str
    """One of `lesson`, `unit_lesson`, `point_lesson`, `dialogue`, `link`; a newer service may send another."""
    standard: str | None = None
    standard_level: int
    """7 stands for the band 7-9."""
    goal: str
    """What one can do afterwards; may be empty."""
    seconds: int
    points: list[str]
    """Grammar points that it is about."""
    slides: list[LessonSlide]
    """What the player shows, without its drawings; none of a link."""
    url: str | None = None
    """Of a teacher's link."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FindingShown:
    """Why the text is not scored like an essay."""

    kind: str
    """One of `repetition`, `copied_title`, `no_sense`, `foreign`, `classical`; a newer service may send another."""
    severity: str
    """One of `caution`, `refusal`; a newer service may send another."""
    reason: Bilingual


@dataclass(frozen=True, kw_only=True, slots=True)
class GeneratedQuestions:
    """`total` is the number of questions given; fewer than asked for comes with `notice`."""

    questions: list[Question]
    total: int
    requested: int
    """The count asked for."""
    notice: str | None = None
    """Why fewer than requested were given; nothing is repeated instead."""
    seed: int
    """Send it again to get the same items."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GrammarCount:
    """Distinct grammar points found, by level; levels 6 and 7-9 together."""

    level_1: int
    level_2: int
    level_3: int
    level_4: int
    level_5: int
    level_6_9: int


@dataclass(frozen=True, kw_only=True, slots=True)
class GrammarText:
    """The text difficulty result of the contract; the fields after `grammar_count` are extras."""

    grammar_list: list[str]
    grammar_dict: dict[str, list[tuple[int, int, str, str]]]
    difficulty_level: str
    """One of `1`, `2`, `3`, `4`, `5`, `6`, `7`; a newer service may send another."""
    grammar_count: GrammarCount
    standard: str | None = None
    """The standard of difficulty_level."""
    known: bool
    """False when the text holds no Chinese word that could be judged."""
    level_known: bool
    """False: the text has fewer than 30 `words`, and `difficulty_level` is no claim; no page shows it."""
    level_interval: tuple[int, int]
    """Lowest and highest level around `difficulty_level` that hold 80 % of `level_probabilities`; 90 %, and two levels at least, where `level_known` is false."""
    level_probabilities: list[float]
    """For the levels 1 to 7; `difficulty_level` is the median of them."""
    words: int
    """Words that the level rests on (names, numbers, compounds of easy parts and Latin text left out)."""
    reasons: Reasons
    coverage: list[Coverage]
    lower: Lower


@dataclass(frozen=True, kw_only=True, slots=True)
class HardPoint:
    """A grammar point at or above the text's level."""

    id: str
    level: int
    count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class HardWord:
    """A word that lifts the level."""

    word: str
    level: int | None
    """1-7 in GF 0025-2021; null when the list does not hold it."""
    syllabus_level: int | None
    """1-7 in the HSK syllabus of 2025; null when it does not hold it."""
    count: int
    share: float
    """Its places as a share of the text's words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Indicator:
    """One of the eleven, with what its score was made of."""

    name: str
    """One of `speed_of_speech`, `silent_pause_frequency`, `text_integrity`, `rate_of_pronunciation`, `pronunciation_time_ratio`, `pause_fluency`, `corrected_fluency`, `average_length_of_silent_pause`, `average_flow_length`, `sentence_intonation`, `accurary`; a newer service may send another."""
    label: Bilingual
    score: float
    value: float | None
    """Raw value in `unit`; null where nothing can be said."""
    unit: str
    n: int
    """How many syllables, pauses or groups the value rests on."""
    confidence: float
    reference: Reference | None


@dataclass(frozen=True, kw_only=True, slots=True)
class IndicatorNode:
    """A node of the tree 3 > 6 > 36 > 85; `value` null where too little is known."""

    id: str
    name_zh: str
    name_en: str
    value: float | None
    """Score 0-100 for drawing and adding up."""
    band: tuple[float, float] | None
    """80 % band of value."""
    kind: str | None
    """Of a leaf. One of `duration`, `percentage`, `level`, `switch`, `count`; a newer service may send another."""
    group: str | None
    """Of a leaf. One of `proficiency`, `effort`, `context`; a newer service may send another."""
    raw: float | None
    """Of a leaf: the estimate in its own unit."""
    unit: str
    n: float
    """Decayed observations; of a parent the sum over the leaves that score it."""
    coverage: float
    """Share of the weight below that is known."""
    updated_at: str | None
    children: list[IndicatorNode] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Intonation:
    """Pitch and length over one intonation group."""

    first: int
    last: int
    score: float | None
    reasons: list[Bilingual]
    """What was found, one sentence each."""
    line: list[tuple[float, float]]
    """Seconds and semitones over the speaker's median, for drawing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KnowledgeMap:
    student_id: str
    knowledge_points: list[KnowledgePointState]
    mastery_stats: MasteryStats
    learning_path: MapPath
    peers: list[Peer]
    updated_at: str
    subject: str
    """One of `hsk`, `ykk`; a newer service may send another."""
    model: str
    """Version of the predictor."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KnowledgePointState:
    """A knowledge point with the student's record on it; an official point counts its children's answers too."""

    point_id: str
    name: str
    status: str
    """One of `exceeded`, `mastered`, `learning`, `not_started`; a newer service may send another."""
    color: str
    """One of `yellow`, `green`, `blue`, `gray`; a newer service may send another."""
    total_attempts: int
    correct_count: int
    accuracy: float
    parent_id: str
    short_name: str
    """What learners read: the form, and what it does; `name` is the standard's title."""
    assumed: bool
    """Never answered, of a level that the student has behind them: counted as known until an answer says otherwise."""
    status_label: str
    shown: str
    """What pages show: `status`, or `begun` where one or two answers are too few to call the point met or not. One of `exceeded`, `mastered`, `learning`, `begun`, `not_started`; a newer service may send another."""
    kind: str
    """One of `point`, `sub`, `word`; a newer service may send another."""
    level: int
    """Level in GF 0025-2021; 7 = the band 7-9."""
    group: str
    category: str
    mastery: float
    """Decayed estimate: (A + 4 p) / (A + B + 4)."""
    prediction: float
    """p: predicted chance of a right answer."""
    band: tuple[float, float]
    """80 % band of mastery."""
    n: float
    """Decayed answers under it, comprehension at a quarter."""
    enough: bool
    """False: not enough data."""
    ready: bool
    """Neither met nor assumed, and everything it rests on is one of the two."""
    last_at: str | None
    """Latest evidence, ISO 8601 UTC."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LanguageAbility:
    listen: float
    speak: float
    read: float
    write: float
    known: dict[str, bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class LearningPath:
    current_level: str
    target_level: str
    path: list[PathStage]
    shortest_path: int
    """Points on the shortest path."""
    recommended_path: int
    """Steps, points and reviews, of the recommended path."""
    current_band: tuple[str, str]
    """80 % range of the level; level_1 to level_7."""
    level_known: bool
    """False: nothing is known of the level yet, and `current_level` is where one begins."""
    shortest: list[str]
    """Unmet ancestors of the target and the target, in an order that can be learnt."""
    ready: list[str]
    """Points that can be learnt next: everything they rest on is met or assumed."""
    hours: float
    """Of the whole path at the student's pace."""
    minutes_a_week: int
    pace_known: bool
    """False: the usual pace is assumed."""
    due: str | None
    on_time: bool | None
    """Whether the path ends by the due date at this pace; null without a date."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LessonSlide:
    """One page of a lesson; of a check the three options with the index of the right one."""

    do: str
    """One of `show`, `listen`, `say`, `read`, `check`, `write`, `hear`; a newer service may send another."""
    lines: list[SlideLine]
    note: str | None = None
    ask: str | None = None
    options: list[str] | None = None
    key: int | None = None
    """Of the right option, from 0."""
    why: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LevelLabels:
    language: str
    star_level: int
    star_exp: int
    label_known: bool
    """False: no skill is known, and `language` is no claim; no page shows it."""
    next_star_exp: int | None
    """Experience of the next star; null at the last."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LevelProfile:
    """Words and grammar points used, by level; names and numerals left out."""

    level: int | None
    """1-7: level at which 95 % of the words are known; null where the words are too few to tell."""
    words: list[LevelShare]
    points: list[str]
    """Grammar points used, the easiest first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LevelShare:
    """Words of one level."""

    level: int | None
    """1-7 in GF 0025-2021; null: not on the list."""
    words: int
    share: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Lower:
    """What to change to reach the level below: replacing the words is enough; the points are harder than it, too. Nothing where no level is known."""

    level: int
    words: list[str]
    points: list[str]
    reachable: bool
    """False at level 1, where no level is known and where changing words is not enough."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MapPath:
    hsk_path: list[str]
    recommended_resources: list[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class MasteryStats:
    """excellent = exceeded, good = mastered, average = learning."""

    excellent: int
    good: int
    average: int
    not_started: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MonthScore:
    """A calendar month in UTC+8."""

    month: str
    """YYYY-MM."""
    score: TimeScore


@dataclass(frozen=True, kw_only=True, slots=True)
class OverallProgress:
    score_trend: list[float]
    """Mean score of each day with answers, oldest first."""
    average_score: float
    total_attempts: int
    trend_dates: list[str]
    """The days of score_trend, YYYY-MM-DD in UTC+8."""
    trend_counts: list[int]
    """Answers on each day of score_trend."""
    interval: tuple[float, float] | None
    """95 % interval of average_score; null under 2 answers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PathStage:
    stage: int
    points: list[str]
    resources: list[str]
    estimated_duration: int
    """Minutes."""
    level: int
    reviews: list[str]
    """Points met before that are due for a look in this stage."""
    week: int
    """Week from now in which the stage begins, 1 = this one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PauseFound:
    """A silence inside the speech."""

    start_ms: int
    end_ms: int
    after: int
    """Number of the syllable before it."""
    place: str
    """At a mark, or inside a phrase. One of `boundary`, `inside`; a newer service may send another."""
    costs: bool
    """Whether it lowers a score: inside pauses, and long ones at marks."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Peer:
    """A student of the same organisation who opted in."""

    student_id: str
    """Over HTTP the student's id; on the pages a pseudonym until both students agree."""
    similarity: float
    knowledge_overlap: int
    """Points on which both have evidence."""
    kind: str
    """One of `similar`, `complementary`; a newer service may send another."""
    agreed: bool
    name: str
    """Empty until both agree."""
    teaches: list[str] | None = None
    """Points they have met and you have not."""
    learns: list[str] | None = None
    """Points you have met and they have not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Peers:
    student_id: str
    peers: list[Peer]
    opted_in: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Performance:
    score: float
    level: str
    known: bool
    label_known: bool
    """False: nothing is known, and `level` is no claim; no page shows it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedQuestion:
    """One question of a recommendation with its reason."""

    question_id: str
    """Of an item, of a sentence to read aloud (say_...), of an essay title (essay_...), or of a text, an essay or a lesson that a teacher assigned (asg_...); GET /classroom/questions/{question_id} has it, of a lesson GET /recommendation/resources/{resource_id}."""
    kind: str
    """One of `item`, `say`, `essay`, `text`; a newer service may send another."""
    target: str
    """Knowledge point id, word, or tones such as 3-3; empty: practice at the level."""
    why: str
    """One of `urgent`, `due`, `weak`, `retry`, `ready`, `early`, `repeat`, `random`, `level`, `new_word`, `assigned`; a newer service may send another."""
    reason: str
    chance: float | None
    """Predicted chance of a right answer when the plan was made."""
    probability: float
    """With which this target was picked; below 1 where chance had a part."""
    done: bool
    """Answered on this day."""
    evidence: list[str]
    """Sources of the errors that it answers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedText:
    """A sentence to read aloud, the title of an essay to write, or a text that a teacher gave to read."""

    id: str
    kind: str
    """say: a sentence to read aloud, or what a teacher gave to read aloud, one text a line; essay: a title to write about; text: a text to read, given by a teacher. One of `say`, `essay`, `text`; a newer service may send another."""
    level: str
    """One of `beginner`, `intermediate`, `advanced`; a newer service may send another."""
    text: str
    skill_type: str
    """One of `listening`, `speaking`, `reading`, `writing`; a newer service may send another."""
    standard: str | None = None
    """The standard of standard_level."""
    standard_level: int
    """7 stands for the band 7-9."""
    translation: str
    """Of the text, in English; empty where a teacher wrote it."""
    task: str | None = None
    """What to write, of a title."""
    characters: tuple[int, int] | None = None
    """Least and most Chinese characters, of a title."""
    points: list[str]
    """Grammar points in it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PointChange:
    """A knowledge point whose status crossed the bound of "met" (60 % right) between the beginning and the end of the time."""

    point_id: str
    name: str
    level: int
    standard: str | None = None
    status_before: str
    """One of `exceeded`, `mastered`, `learning`, `not_started`; a newer service may send another."""
    status: str
    """One of `exceeded`, `mastered`, `learning`, `not_started`; a newer service may send another."""
    n_before: int
    """Answers up to the beginning of the time, children's included."""
    correct_before: int
    n: int
    """Answers up to the end of the time, children's included."""
    correct: int
    evidence: list[str]
    """evaluation_id#position of each answer of the time on it, oldest first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PointRecord:
    """A knowledge point with the answers of the period under it."""

    point_id: str
    name: str
    level: int
    standard: str | None = None
    n: int
    correct: int
    evidence: list[str]
    """evaluation_id#position of each answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Portrait:
    student_id: str
    first_portrait: Abilities
    current_portrait: CurrentPortrait
    level_labels: LevelLabels
    updated_at: str
    indicators: list[IndicatorNode]
    effort: dict[str, float | None]
    """Shown beside ability, never in it."""
    bands: dict[str, tuple[float, float] | None]
    tree_version: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Quality:
    """The recording."""

    seconds: float
    speech_seconds: float
    peak_dbfs: float
    snr_db: float | None
    clipped_share: float
    warnings: list[Bilingual]


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """A question as the contract has it; the fields after `tags` are extras."""

    id: str
    type: str
    """One of `multiple_choice`, `fill_blank`, `matching`, `ordering`; a newer service may send another."""
    level: str
    """One of `beginner`, `intermediate`, `advanced`; a newer service may send another."""
    question: str
    options: list[QuestionOption]
    correct_answer: str
    explanation: str
    tags: list[str]
    topic: str
    """One of `grammar`, `vocabulary`, `reading`, `listening`; a newer service may send another."""
    standard: str | None = None
    """The standard of standard_level."""
    standard_level: int
    """7 stands for the band 7-9."""
    points: list[str]
    """Grammar points this question is evidence for."""
    audio: Audio | None = None
    """What a listening question plays."""


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionOption:
    """`id` is the option's label."""

    id: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Questionnaire:
    learning_goals: Sequence[str]
    native_language: str
    learning_duration: str


@dataclass(frozen=True, kw_only=True, slots=True)
class QuotaRequestMade:
    """A request that waits for the operator; the quota headers of later answers show what was granted."""

    request_id: str
    state: str | None = None
    kind: str
    """One of `temporary`, `upgrade`; a newer service may send another."""
    calls: int | None = None
    tier: str | None = None
    """One of `free`, `education`, `professional`, `enterprise`; a newer service may send another."""
    reason: str
    period: str
    """The month in which it was made, YYYY-MM in UTC+8."""
    made_at: str
    """ISO 8601 UTC timestamp."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reasons:
    """Words and characters that the level below does not hold, and grammar points at or above the level; above level 1 where no level is known."""

    words: list[HardWord]
    characters: list[str]
    """Characters above the level, hardest first."""
    points: list[HardPoint]
    words_per_clause: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Recommendation:
    """One thing to do; `count` for questions, `duration` for what is played."""

    resource_id: str
    resource_type: str
    """One of `question`, `video`, `audio`; a newer service may send another."""
    title: str
    difficulty: str
    """HSK1 to HSK6, HSK7-9."""
    skill_type: str
    """One of `listening`, `speaking`, `reading`, `writing`; a newer service may send another."""
    start_time: str
    end_time: str
    time_slot: str
    """One of `morning`, `noon`, `evening`, `night`; a newer service may send another."""
    count: int | None = None
    """Number of questions."""
    duration: int | None = None
    """Minutes."""
    kind: str
    """One of `set`, `essay`, `lesson`, `assigned`; a newer service may send another."""
    standard: str | None = None
    minutes: float
    """Predicted from the student's own times."""
    reason: str
    if_skipped: str
    """What leaving it out costs."""
    questions: list[PlannedQuestion]
    points: list[str]
    done: bool
    """From answers and from what was played or written, never from a tick."""
    done_count: int
    moved: bool
    """The student has put it there."""
    assignment_id: str | None = None
    """A teacher gave it."""
    url: str | None = None
    """Of a teacher's link."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reference:
    """What readers are measured at."""

    low: float
    high: float
    source: Bilingual


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """The learning report of the contract; what follows `skill_analysis` are extras."""

    student_id: str
    period: str
    """'<date> to <date>', both included, UTC+8."""
    overall_progress: OverallProgress
    skill_analysis: SkillAnalysis
    strongest: list[PointRecord]
    weakest: list[PointRecord]
    comparison: Comparison
    gained: list[PointChange]
    """Points that are met now and were not at the beginning of the time."""
    lost: list[PointChange]
    """Points that were met at the beginning of the time and are not now."""
    months: list[MonthScore]
    """Up to 12 months up to the end of the time, from the first answer on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SentenceLevel:
    """Errors of sentences."""

    grammar_errors: int
    """Edits of structure, and others that are about a grammar point."""
    vocabulary_issues: int
    """Wrong words that are about no grammar point."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SkillAnalysis:
    vocabulary: SkillScore
    grammar: SkillScore
    reading: SkillScore
    listening: SkillScore


@dataclass(frozen=True, kw_only=True, slots=True)
class SkillChanges:
    vocabulary: Change
    grammar: Change
    reading: Change
    listening: Change


@dataclass(frozen=True, kw_only=True, slots=True)
class SkillScore:
    score: float
    level: str
    """One of `excellent`, `good`, `average`, `weak`, `none`; a newer service may send another."""
    n: int
    """Answers under it."""
    interval: tuple[float, float] | None
    """95 % interval of score; null under 2 answers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SlideLine:
    """Something that is said or read."""

    who: str
    """Empty where nobody is named."""
    zh: str
    en: str
    """Empty where the whole is translated elsewhere."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SlotSchedule:
    """A slot of the day."""

    period: str
    """HH:MM-HH:MM."""
    focus: str
    """The skill that comes first; balanced on weekends."""
    items: int
    """Questions in it."""
    duration: int
    """Minutes of everything in it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SoundJudged:
    """An initial or a final."""

    expected: str
    """As spelt in pinyin, with ü."""
    score: float | None
    """0-100; null where it cannot be judged."""
    confidence: float
    """How far the judgement can be trusted."""
    verdict: str
    """unsure: it cannot be judged; nothing is claimed, and it costs nothing. One of `right`, `unsure`, `wrong`; a newer service may send another."""
    heard: str | None
    """What was heard instead, where that is sure enough to be said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SpanShown:
    """A passage of the essay."""

    start: int
    """Code points of the essay."""
    end: int
    """Excluded."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SpeechBesideText:
    """Something said that the text does not hold."""

    kind: str
    """One of `extra`, `repeat`, `filler`; a newer service may send another."""
    start_ms: int
    end_ms: int
    after: int
    """Number of the syllable before it, -1 before the first."""
    syllables: int
    """How many were said, about."""
    repeated: tuple[int, int] | None
    """First and last syllable that was said again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SpeechReport:
    """The contract's result, and what it rests on."""

    filename: str
    speed_of_speech_score: float
    silent_pause_frequency_score: float
    text_integrity_score: float
    rate_of_pronunciation_score: float
    pronunciation_time_ratio_score: float
    pause_fluency_score: float
    corrected_fluency_score: float
    average_length_of_silent_pause_score: float
    average_flow_length_score: float
    sentence_intonation_score: float
    accurary_score: float
    total_score: float
    evaluation_id: str | None
    """Where the result was stored for a student."""
    text: str
    confidence: float
    """Of the total."""
    total_interval: tuple[float, float]
    """80 % range of the total."""
    short: bool
    """So few syllables could be judged that the range says more than the total, and nothing is said of the pace."""
    judged_share: float
    """Share of the read syllables that could be judged."""
    syllables: list[SyllableJudged]
    omitted: list[int]
    """Numbers of syllables that were left out: those with this verdict."""
    wrong: list[int]
    """Numbers of syllables that another was said for: those with the verdict replaced."""
    beside: list[SpeechBesideText]
    pauses: list[PauseFound]
    indicators: list[Indicator]
    """Eleven, in the contract's order."""
    intonation: list[Intonation]
    quality: Quality
    findings: list[Bilingual]
    """What to do next, the most useful first; never more than five."""
    note: Bilingual
    """What these scores are not: calibrated on scored learners."""
    models: dict[str, str]
    """Version of every model that was used."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StrengthShown:
    """Something done well, with the words that show it."""

    kind: str
    """point: a grammar point of the declared level or above; joined: clauses joined by such a point, or by one of the level below; words: words of the declared level or above; particles: 的, 地 and 得 throughout. One of `point`, `joined`, `words`, `particles`; a newer service may send another."""
    point: str
    """Id of the grammar point; empty where it is about none."""
    spans: list[SpanShown]
    """Passages that show it; of particles none."""
    count: int
    """How many places show it, with those that are not among the passages."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    total_questions: int
    correct_count: int
    score: float
    """Mean of the details' scores."""
    time_spent: int
    """Seconds."""
    completion_rate: float
    """Share of the questions that were answered at all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SyllableJudged:
    """One syllable of the text."""

    position: int
    """Code-point offset of its character in the text as sent."""
    length: int
    """Code points of the text that it stands for; syllables of one number may share theirs: 百分之五十 over 50%."""
    character: str
    pinyin: str
    """Expected, as spoken in this place, with tone mark."""
    word: int
    """Number of its word in the text, from 0."""
    status: str
    """omitted: found nowhere in the recording; where its number stands in `wrong`, something else was said for it. One of `read`, `omitted`; a newer service may send another."""
    start_ms: int | None
    """Null where it was omitted."""
    end_ms: int | None
    final_start_ms: int | None
    verdict: str
    """wrong: a part of it is; replaced: something else was said for it; right: its tone and a sound of it are, and no part is wrong; unsure: it cannot be judged, and costs nothing. Counts, marks, findings, scores and what is learned of the student rest on it. One of `right`, `unsure`, `wrong`, `replaced`, `omitted`; a newer service may send another."""
    score: float | None
    """Initial, final and tone together; null where the syllable cannot be judged or has no place in the recording."""
    initial: SoundJudged | None
    """Null for a syllable without initial, and where it was omitted."""
    final: SoundJudged | None
    tone: ToneJudged | None
    contour: list[float] | None
    """11 points over the final on the speaker's five-level scale; null without enough voice."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TestResults:
    listen_ability: float
    speak_ability: float
    read_ability: float
    write_ability: float


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeScore:
    """The mean score of a time, with what it rests on."""

    score: float | None
    """Mean score 0-100; null without answers."""
    interval: tuple[float, float] | None
    """95 % interval of score (Wilson); null under 2 answers."""
    n: int
    """Answers."""
    days: int
    """Days with answers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToneJudged:
    """A tone; 5 is the neutral tone."""

    expected: int
    accepted: list[int]
    """All tones that count as right here, by sandhi or habit."""
    score: float | None
    """0-100; null where it cannot be judged."""
    confidence: float
    verdict: str
    """unsure: it cannot be judged; nothing is claimed, and it costs nothing. One of `right`, `unsure`, `wrong`; a newer service may send another."""
    heard: int | None
    """The tone heard, 1-5, where that is sure enough to be said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UpdateResult:
    students: int
    """Students with new evidence."""
    records: int
    """Pieces of evidence taken in."""
    points_changed: int
    """Points whose record changed, added over students."""
    watermark: int
    """Evidence up to this ingest number is in the map."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WordError:
    """An edit of a character, a mark or a word."""

    type: str
    """别字, 缺字, 多字, 标点 or 用词."""
    original: str
    """As it stands in the essay; empty where something is missing."""
    correction: str
    """Empty where something is to be left out."""
    position: str
    """a-b: code points of the essay, the start included, the end excluded."""
    explanation: str
    """In the language of Accept-Language."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WordLevel:
    """Errors of characters, marks and words."""

    error_count: int
    errors: list[WordError]
