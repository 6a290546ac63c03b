// Written by `python -m clients.generate` from the OpenAPI documents; changed there and not here.

import type { Recording } from "./options.js";

/** 0-100; 0.0 with `known` false where nothing at all is known. */
export interface Abilities {
  listen_ability: number;
  speak_ability: number;
  read_ability: number;
  write_ability: number;
  comprehensive_ability: number;
  /** All four were tested */
  known: boolean;
  /** A skill that was not tested stands as 0.0 */
  tested: Record<string, boolean> | null;
}

/** Send it as `Authorization: Bearer <access_token>` until it expires. */
export interface AccessToken {
  access_token: string;
  token_type: "Bearer" | (string & {}) | null;
  /** Seconds until it expires */
  expires_in: number;
  permissions: Array<"questions" | "evaluation" | "speech" | "essay" | "grammar" | "portrait" | "recommendation" | "knowledge" | (string & {})>;
}

export interface AdviceItem {
  type: string;
  content: string;
  /** Ids of knowledge points or questions to work on */
  resources: Array<string>;
}

export interface Analysis {
  strengths: Array<string>;
  weaknesses: Array<string>;
  recommendations: Array<AdviceItem>;
}

/** One submitted answer: the wire's string, or the array of its parts (pairs, ordered option ids). */
export interface AnswerItem {
  question_id: string;
  answer: string | Array<string>;
  /** Seconds spent on the question. Default: `0`. */
  time_spent?: number | null;
}

/** What a listening item plays: speech to be spoken by the browser's own voice, or a recorded file. */
export interface Audio {
  kind: "speech" | "file" | (string & {});
  text: string | null;
  pinyin: string | null;
  url: string | null;
}

/** The band of an essay, by what its level's task asks. */
export interface BandShown {
  /** How much of what the level asks for is written; not_judged: see findings */
  task: "done" | "nearly" | "half" | "begun" | "not_judged" | (string & {});
  /** Level, task and evidence in words */
  text: Bilingual;
  /** What a writer at this level can do */
  can_do: Bilingual;
}

/**
 * One observed behaviour: `value` in the indicator's unit (minutes, times, level 1-9, 0 or 1); a percentage is `value`
 * of `max` (default 100).
 */
export interface Behavior {
  indicator: string;
  kind: "duration" | "percentage" | "level" | "switch" | "count";
  value: number;
  max?: number | null;
  occurred_at: string;
}

/** A text in the two languages of the interface. */
export interface Bilingual {
  zh: string;
  en: string;
}

/** This time against the time before; no claim where the interval of the difference holds 0. */
export interface Change {
  before: TimeScore;
  now: TimeScore;
  /** now - before; null where one of them has no answers */
  difference: number | null;
  /**
   * 95 % interval of difference (Newcombe, over as many answers as the days are worth; never beyond -100 to 100); null
   * under 2 days with answers on a side
   */
  interval: [number, number] | null;
  verdict: "improved" | "declined" | "no_claim" | (string & {});
}

/** A month against the month before; the last 30 days against the 30 days before. */
export interface Comparison {
  /** The time before, '<date> to <date>', both included, UTC+8 */
  period: string;
  overall: Change;
  skills: SkillChanges;
}

/** Share of the text's words at or below each level 1-7. */
export interface Coverage {
  standard: string;
  words: Array<number>;
  characters: Array<number>;
}

export interface CurrentPortrait {
  language_ability: LanguageAbility;
  classroom_performance: Performance;
  community_performance: Performance;
}

/** A day's recommendations. */
export interface DailyPlan {
  date: string;
  student_id: string;
  recommendations: Array<Recommendation>;
  schedule: Record<string, SlotSchedule>;
  total_duration: number;
  /** A day to come: made again from what is known on that day, unless something in it was moved */
  provisional: boolean;
  /** What is special about the day */
  notice: string | null;
  /** Reviews that were due when the plan was made */
  due: number;
  /** Of them what is left for the coming days */
  waiting: number;
  /** What leaving the whole day out costs */
  if_skipped: string;
  seed: number;
  model: string;
  policy: string;
}

/** One marked answer; `suggestion` is present on wrong answers only. Fields after it are extras. */
export interface Detail {
  question_id: string;
  is_correct: boolean;
  /** 100 = right; partial credit for matching, ordering and pinyin */
  score: number;
  feedback: string;
  time_spent: number;
  suggestion: string | null;
  correct_answer: string;
  explanation: string;
  faults: Array<Fault> | null;
  points: Array<string> | null;
}

/** The whole text. The three scores are checklists; `known` says which of them go with examiners' scores. */
export interface DiscourseLevel {
  structure_score: number;
  coherence_score: number;
  content_score: number;
  /**
   * Parts whose score goes with examiners' scores. A part that is not among them is a count, and no page shows its
   * score
   */
  known: Array<"structure" | "coherence" | "content" | (string & {})> | null;
  /** In the language of Accept-Language */
  suggestions: Array<string>;
  /** The suggestions in both languages; none in reports of before 2026-11-28 */
  advice: Array<Bilingual> | null;
  evidence: Array<EvidenceShown>;
}

/** A clause in which something is off; what should stand there is not known. */
export interface DoubtShown {
  /** Code points of the essay */
  start: number;
  /** Excluded */
  end: number;
  /** Share of the clauses called so that are off, measured on learners' writing */
  probability: number;
  /** B wrong character, L missing, D extra, W wrong word, S order; empty where no kind is suspected */
  suspected: "B" | "L" | "D" | "W" | "S" | "" | (string & {});
  explanation: Bilingual;
}

/** One edit, or a place to check. */
export interface EditShown {
  /** Code points of the essay */
  start: number;
  /** Excluded; equal to start where something is missing */
  end: number;
  original: string;
  replacement: string;
  /** B wrong character, L missing, D extra, P punctuation, W wrong word, S structure */
  type: "B" | "L" | "D" | "P" | "W" | "S" | (string & {});
  /**
   * How sure the engine is of it: the measured probabilities of those who say so, put together by a rule that was not
   * measured
   */
  confidence: number;
  /**
   * Who says so, surest first: a rule by its id, ngram, encoder, usage; the operator's language model,
   * measured_language_model where it was measured to be right about such edits, language_model where not
   */
  judges: Array<string>;
  /** Grammar point or word that it is about; empty where it is about none */
  point: string;
  explanation: Bilingual;
}

/** The contract's result, and what it rests on. */
export interface EssayReport {
  evaluation_id: string;
  overall_score: number;
  word_level: WordLevel;
  sentence_level: SentenceLevel;
  discourse_level: DiscourseLevel;
  /**
   * The essay with its edits written in: 提[B题]高, 吃[L了], [D的], ，[P,], [W尊敬→尊重], [S...→...]; marks of several characters
   * or removed ones as [P...→……]; the characters [ ] → and \ of the essay with a \ before them
   */
  marked_version: string;
  corrected_version: string;
  essay_title: string;
  essay_content: string;
  hsk_level: "1" | "2" | "3" | "4" | "5" | "6" | (string & {});
  framework: "RASNC" | "RACAPE" | (string & {});
  strictness: "strict" | "normal" | "gentle" | (string & {});
  /** Null in reports of before 2026-11-29 */
  band: BandShown | null;
  /**
   * 80 % range of the overall score where it is calibrated; else from what it would be with as many errors as usually
   * stay untold
   */
  score_range: [number, number];
  /** Whether the overall score was fitted on scored essays of this level */
  calibrated: boolean;
  /** By place, without overlap: everything else follows from them */
  edits: Array<EditShown>;
  /** Places that may be wrong: they cost nothing and are not in the corrected version */
  checks: Array<EditShown>;
  /**
   * Clauses in which something is off, by position, without a correction: they cost nothing, and hold no edit and no
   * place to check. Empty in reports of before 2026-11-29
   */
  doubts: Array<DoubtShown> | null;
  /**
   * What was done well, at most three; nothing in it lies in a clause with an edit or a place to check. None in reports
   * of before 2026-11-29
   */
  strengths: Array<StrengthShown> | null;
  /** Chinese ones */
  characters: number;
  level_profile: LevelProfile;
  /** Reasons for which the text is not scored like an essay */
  findings: Array<FindingShown>;
  /** What the operator's language model would give, 0-100; it moves no score, and is empty without one */
  opinion: Record<string, number> | null;
  /** Which engine answered */
  engine: string;
  /** Versions of everything that judged */
  models: Array<string>;
}

/** The evaluation result of the contract. */
export interface Evaluation {
  evaluation_id: string;
  student_id: string;
  summary: Summary;
  details: Array<Detail>;
  analysis: Analysis;
}

/** What a discourse score rests on. */
export interface EvidenceShown {
  part: "structure" | "coherence" | "content" | (string & {});
  text: Bilingual;
  /** Place in the essay that shows it, where one does */
  start: number | null;
  end: number | null;
}

/** Where an answer is wrong: code points of the answer as given, end excluded. */
export interface Fault {
  start: number;
  end: number;
  kind: "wrong" | "missing" | "extra" | "tone" | "letters" | "place" | "pair" | (string & {});
  given: string;
  expected: string;
}

/** Something to watch or to hear, as a plan recommends it. */
export interface FetchedResource {
  resource_id: string;
  resource_type: "question" | "video" | "audio" | (string & {});
  title: string;
  /** HSK1 to HSK6, HSK7-9 */
  difficulty: string;
  skill_type: "listening" | "speaking" | "reading" | "writing" | (string & {});
  /** Minutes */
  duration: number;
  kind: "lesson" | "unit_lesson" | "point_lesson" | "dialogue" | "link" | (string & {});
  standard: string | null;
  /** 7 stands for the band 7-9 */
  standard_level: number;
  /** What one can do afterwards; may be empty */
  goal: string;
  seconds: number;
  /** Grammar points that it is about */
  points: Array<string>;
  /** What the player shows, without its drawings; none of a link */
  slides: Array<LessonSlide>;
  /** Of a teacher's link */
  url: string | null;
}

/** Why the text is not scored like an essay. */
export interface FindingShown {
  kind: "repetition" | "copied_title" | "no_sense" | "foreign" | "classical" | (string & {});
  severity: "caution" | "refusal" | (string & {});
  reason: Bilingual;
}

/** `total` is the number of questions given; fewer than asked for comes with `notice`. */
export interface GeneratedQuestions {
  questions: Array<Question>;
  total: number;
  /** The count asked for */
  requested: number;
  /** Why fewer than requested were given; nothing is repeated instead */
  notice: string | null;
  /** Send it again to get the same items */
  seed: number;
}

/** Distinct grammar points found, by level; levels 6 and 7-9 together. */
export interface GrammarCount {
  level_1: number;
  level_2: number;
  level_3: number;
  level_4: number;
  level_5: number;
  level_6_9: number;
}

/** The text difficulty result of the contract; the fields after `grammar_count` are extras. */
export interface GrammarText {
  grammar_list: Array<string>;
  grammar_dict: Record<string, Array<[number, number, string, string]>>;
  difficulty_level: "1" | "2" | "3" | "4" | "5" | "6" | "7" | (string & {});
  grammar_count: GrammarCount;
  /** The standard of difficulty_level */
  standard: string | null;
  /** False when the text holds no Chinese word that could be judged */
  known: boolean;
  /** False: the text has fewer than 30 `words`, and `difficulty_level` is no claim; no page shows it */
  level_known: boolean;
  /**
   * Lowest and highest level around `difficulty_level` that hold 80 % of `level_probabilities`; 90 %, and two levels at
   * least, where `level_known` is false
   */
  level_interval: [number, number];
  /** For the levels 1 to 7; `difficulty_level` is the median of them */
  level_probabilities: Array<number>;
  /** Words that the level rests on (names, numbers, compounds of easy parts and Latin text left out) */
  words: number;
  reasons: Reasons;
  coverage: Array<Coverage>;
  lower: Lower;
}

/** A grammar point at or above the text's level. */
export interface HardPoint {
  id: string;
  level: number;
  count: number;
}

/** A word that lifts the level. */
export interface HardWord {
  word: string;
  /** 1-7 in GF 0025-2021; null when the list does not hold it */
  level: number | null;
  /** 1-7 in the HSK syllabus of 2025; null when it does not hold it */
  syllabus_level: number | null;
  count: number;
  /** Its places as a share of the text's words */
  share: number;
}

/** One of the eleven, with what its score was made of. */
export interface Indicator {
  name: "speed_of_speech" | "silent_pause_frequency" | "text_integrity" | "rate_of_pronunciation" | "pronunciation_time_ratio" | "pause_fluency" | "corrected_fluency" | "average_length_of_silent_pause" | "average_flow_length" | "sentence_intonation" | "accurary" | (string & {});
  label: Bilingual;
  score: number;
  /** Raw value in `unit`; null where nothing can be said */
  value: number | null;
  unit: string;
  /** How many syllables, pauses or groups the value rests on */
  n: number;
  confidence: number;
  reference: Reference | null;
}

/** A node of the tree 3 > 6 > 36 > 85; `value` null where too little is known. */
export interface IndicatorNode {
  id: string;
  name_zh: string;
  name_en: string;
  /** Score 0-100 for drawing and adding up */
  value: number | null;
  /** 80 % band of value */
  band: [number, number] | null;
  /** Of a leaf */
  kind: "duration" | "percentage" | "level" | "switch" | "count" | (string & {}) | null;
  /** Of a leaf */
  group: "proficiency" | "effort" | "context" | (string & {}) | null;
  /** Of a leaf: the estimate in its own unit */
  raw: number | null;
  unit: string;
  /** Decayed observations; of a parent the sum over the leaves that score it */
  n: number;
  /** Share of the weight below that is known */
  coverage: number;
  updated_at: string | null;
  children: Array<IndicatorNode> | null;
}

/** Pitch and length over one intonation group. */
export interface Intonation {
  first: number;
  last: number;
  score: number | null;
  /** What was found, one sentence each */
  reasons: Array<Bilingual>;
  /** Seconds and semitones over the speaker's median, for drawing */
  line: Array<[number, number]>;
}

export interface KnowledgeMap {
  student_id: string;
  knowledge_points: Array<KnowledgePointState>;
  mastery_stats: MasteryStats;
  learning_path: MapPath;
  peers: Array<Peer>;
  updated_at: string;
  subject: "hsk" | "ykk" | (string & {});
  /** Version of the predictor */
  model: string;
}

/** A knowledge point with the student's record on it; an official point counts its children's answers too. */
export interface KnowledgePointState {
  point_id: string;
  name: string;
  status: "exceeded" | "mastered" | "learning" | "not_started" | (string & {});
  color: "yellow" | "green" | "blue" | "gray" | (string & {});
  total_attempts: number;
  correct_count: number;
  accuracy: number;
  parent_id: string;
  /** What learners read: the form, and what it does; `name` is the standard's title */
  short_name: string;
  /** Never answered, of a level that the student has behind them: counted as known until an answer says otherwise */
  assumed: boolean;
  status_label: string;
  /** What pages show: `status`, or `begun` where one or two answers are too few to call the point met or not */
  shown: "exceeded" | "mastered" | "learning" | "begun" | "not_started" | (string & {});
  kind: "point" | "sub" | "word" | (string & {});
  /** Level in GF 0025-2021; 7 = the band 7-9 */
  level: number;
  group: string;
  category: string;
  /** Decayed estimate: (A + 4 p) / (A + B + 4) */
  mastery: number;
  /** p: predicted chance of a right answer */
  prediction: number;
  /** 80 % band of mastery */
  band: [number, number];
  /** Decayed answers under it, comprehension at a quarter */
  n: number;
  /** False: not enough data */
  enough: boolean;
  /** Neither met nor assumed, and everything it rests on is one of the two */
  ready: boolean;
  /** Latest evidence, ISO 8601 UTC */
  last_at: string | null;
}

export interface LanguageAbility {
  listen: number;
  speak: number;
  read: number;
  write: number;
  known: Record<string, boolean>;
}

export interface LearningPath {
  current_level: string;
  target_level: string;
  path: Array<PathStage>;
  /** Points on the shortest path */
  shortest_path: number;
  /** Steps, points and reviews, of the recommended path */
  recommended_path: number;
  /** 80 % range of the level; level_1 to level_7 */
  current_band: [string, string];
  /** False: nothing is known of the level yet, and `current_level` is where one begins */
  level_known: boolean;
  /** Unmet ancestors of the target and the target, in an order that can be learnt */
  shortest: Array<string>;
  /** Points that can be learnt next: everything they rest on is met or assumed */
  ready: Array<string>;
  /** Of the whole path at the student's pace */
  hours: number;
  minutes_a_week: number;
  /** False: the usual pace is assumed */
  pace_known: boolean;
  due: string | null;
  /** Whether the path ends by the due date at this pace; null without a date */
  on_time: boolean | null;
}

/** One page of a lesson; of a check the three options with the index of the right one. */
export interface LessonSlide {
  do: "show" | "listen" | "say" | "read" | "check" | "write" | "hear" | (string & {});
  lines: Array<SlideLine>;
  note: string | null;
  ask: string | null;
  options: Array<string> | null;
  /** Of the right option, from 0 */
  key: number | null;
  why: string | null;
}

export interface LevelLabels {
  language: string;
  star_level: number;
  star_exp: number;
  /** False: no skill is known, and `language` is no claim; no page shows it */
  label_known: boolean;
  /** Experience of the next star; null at the last */
  next_star_exp: number | null;
}

/** Words and grammar points used, by level; names and numerals left out. */
export interface LevelProfile {
  /** 1-7: level at which 95 % of the words are known; null where the words are too few to tell */
  level: number | null;
  words: Array<LevelShare>;
  /** Grammar points used, the easiest first */
  points: Array<string>;
}

/** Words of one level. */
export interface LevelShare {
  /** 1-7 in GF 0025-2021; null: not on the list */
  level: number | null;
  words: number;
  share: number;
}

/**
 * What to change to reach the level below: replacing the words is enough; the points are harder than it, too. Nothing
 * where no level is known.
 */
export interface Lower {
  level: number;
  words: Array<string>;
  points: Array<string>;
  /** False at level 1, where no level is known and where changing words is not enough */
  reachable: boolean;
}

export interface MapPath {
  hsk_path: Array<string>;
  recommended_resources: Array<string>;
}

/** excellent = exceeded, good = mastered, average = learning. */
export interface MasteryStats {
  excellent: number;
  good: number;
  average: number;
  not_started: number;
}

/** A calendar month in UTC+8. */
export interface MonthScore {
  /** YYYY-MM */
  month: string;
  score: TimeScore;
}

export interface OverallProgress {
  /** Mean score of each day with answers, oldest first */
  score_trend: Array<number>;
  average_score: number;
  total_attempts: number;
  /** The days of score_trend, YYYY-MM-DD in UTC+8 */
  trend_dates: Array<string>;
  /** Answers on each day of score_trend */
  trend_counts: Array<number>;
  /** 95 % interval of average_score; null under 2 answers */
  interval: [number, number] | null;
}

export interface PathStage {
  stage: number;
  points: Array<string>;
  resources: Array<string>;
  /** Minutes */
  estimated_duration: number;
  level: number;
  /** Points met before that are due for a look in this stage */
  reviews: Array<string>;
  /** Week from now in which the stage begins, 1 = this one */
  week: number;
}

/** A silence inside the speech. */
export interface PauseFound {
  start_ms: number;
  end_ms: number;
  /** Number of the syllable before it */
  after: number;
  /** At a mark, or inside a phrase */
  place: "boundary" | "inside" | (string & {});
  /** Whether it lowers a score: inside pauses, and long ones at marks */
  costs: boolean;
}

/** A student of the same organisation who opted in. */
export interface Peer {
  /** Over HTTP the student's id; on the pages a pseudonym until both students agree */
  student_id: string;
  similarity: number;
  /** Points on which both have evidence */
  knowledge_overlap: number;
  kind: "similar" | "complementary" | (string & {});
  agreed: boolean;
  /** Empty until both agree */
  name: string;
  /** Points they have met and you have not */
  teaches: Array<string> | null;
  /** Points you have met and they have not */
  learns: Array<string> | null;
}

export interface Peers {
  student_id: string;
  peers: Array<Peer>;
  opted_in: boolean;
}

export interface Performance {
  score: number;
  level: string;
  known: boolean;
  /** False: nothing is known, and `level` is no claim; no page shows it */
  label_known: boolean;
}

/** One question of a recommendation with its reason. */
export interface PlannedQuestion {
  /**
   * Of an item, of a sentence to read aloud (say_...), of an essay title (essay_...), or of a text, an essay or a
   * lesson that a teacher assigned (asg_...); GET /classroom/questions/{question_id} has it, of a lesson GET
   * /recommendation/resources/{resource_id}
   */
  question_id: string;
  kind: "item" | "say" | "essay" | "text" | (string & {});
  /** Knowledge point id, word, or tones such as 3-3; empty: practice at the level */
  target: string;
  why: "urgent" | "due" | "weak" | "retry" | "ready" | "early" | "repeat" | "random" | "level" | "new_word" | "assigned" | (string & {});
  reason: string;
  /** Predicted chance of a right answer when the plan was made */
  chance: number | null;
  /** With which this target was picked; below 1 where chance had a part */
  probability: number;
  /** Answered on this day */
  done: boolean;
  /** Sources of the errors that it answers */
  evidence: Array<string>;
}

/** A sentence to read aloud, the title of an essay to write, or a text that a teacher gave to read. */
export interface PlannedText {
  id: string;
  /**
   * say: a sentence to read aloud, or what a teacher gave to read aloud, one text a line; essay: a title to write
   * about; text: a text to read, given by a teacher
   */
  kind: "say" | "essay" | "text" | (string & {});
  level: "beginner" | "intermediate" | "advanced" | (string & {});
  text: string;
  skill_type: "listening" | "speaking" | "reading" | "writing" | (string & {});
  /** The standard of standard_level */
  standard: string | null;
  /** 7 stands for the band 7-9 */
  standard_level: number;
  /** Of the text, in English; empty where a teacher wrote it */
  translation: string;
  /** What to write, of a title */
  task: string | null;
  /** Least and most Chinese characters, of a title */
  characters: [number, number] | null;
  /** Grammar points in it */
  points: Array<string>;
}

/**
 * A knowledge point whose status crossed the bound of "met" (60 % right) between the beginning and the end of the time.
 */
export interface PointChange {
  point_id: string;
  name: string;
  level: number;
  standard: string | null;
  status_before: "exceeded" | "mastered" | "learning" | "not_started" | (string & {});
  status: "exceeded" | "mastered" | "learning" | "not_started" | (string & {});
  /** Answers up to the beginning of the time, children's included */
  n_before: number;
  correct_before: number;
  /** Answers up to the end of the time, children's included */
  n: number;
  correct: number;
  /** evaluation_id#position of each answer of the time on it, oldest first */
  evidence: Array<string>;
}

/** A knowledge point with the answers of the period under it. */
export interface PointRecord {
  point_id: string;
  name: string;
  level: number;
  standard: string | null;
  n: number;
  correct: number;
  /** evaluation_id#position of each answer */
  evidence: Array<string>;
}

export interface Portrait {
  student_id: string;
  first_portrait: Abilities;
  current_portrait: CurrentPortrait;
  level_labels: LevelLabels;
  updated_at: string;
  indicators: Array<IndicatorNode>;
  /** Shown beside ability, never in it */
  effort: Record<string, number | null>;
  bands: Record<string, [number, number] | null>;
  tree_version: string;
}

/** The recording. */
export interface Quality {
  seconds: number;
  speech_seconds: number;
  peak_dbfs: number;
  snr_db: number | null;
  clipped_share: number;
  warnings: Array<Bilingual>;
}

/** A question as the contract has it; the fields after `tags` are extras. */
export interface Question {
  id: string;
  type: "multiple_choice" | "fill_blank" | "matching" | "ordering" | (string & {});
  level: "beginner" | "intermediate" | "advanced" | (string & {});
  question: string;
  options: Array<QuestionOption>;
  correct_answer: string;
  explanation: string;
  tags: Array<string>;
  topic: "grammar" | "vocabulary" | "reading" | "listening" | (string & {});
  /** The standard of standard_level */
  standard: string | null;
  /** 7 stands for the band 7-9 */
  standard_level: number;
  /** Grammar points this question is evidence for */
  points: Array<string>;
  /** What a listening question plays */
  audio: Audio | null;
}

/** `id` is the option's label. */
export interface QuestionOption {
  id: string;
  text: string;
}

export interface Questionnaire {
  learning_goals: Array<string>;
  native_language: string;
  learning_duration: string;
}

/** A request that waits for the operator; the quota headers of later answers show what was granted. */
export interface QuotaRequestMade {
  request_id: string;
  state: "open" | (string & {}) | null;
  kind: "temporary" | "upgrade" | (string & {});
  calls: number | null;
  tier: "free" | "education" | "professional" | "enterprise" | (string & {}) | null;
  reason: string;
  /** The month in which it was made, YYYY-MM in UTC+8 */
  period: string;
  /** ISO 8601 UTC timestamp */
  made_at: string;
}

/**
 * Words and characters that the level below does not hold, and grammar points at or above the level; above level 1
 * where no level is known.
 */
export interface Reasons {
  words: Array<HardWord>;
  /** Characters above the level, hardest first */
  characters: Array<string>;
  points: Array<HardPoint>;
  words_per_clause: number;
}

/** One thing to do; `count` for questions, `duration` for what is played. */
export interface Recommendation {
  resource_id: string;
  resource_type: "question" | "video" | "audio" | (string & {});
  title: string;
  /** HSK1 to HSK6, HSK7-9 */
  difficulty: string;
  skill_type: "listening" | "speaking" | "reading" | "writing" | (string & {});
  start_time: string;
  end_time: string;
  time_slot: "morning" | "noon" | "evening" | "night" | (string & {});
  /** Number of questions */
  count: number | null;
  /** Minutes */
  duration: number | null;
  kind: "set" | "essay" | "lesson" | "assigned" | (string & {});
  standard: string | null;
  /** Predicted from the student's own times */
  minutes: number;
  reason: string;
  /** What leaving it out costs */
  if_skipped: string;
  questions: Array<PlannedQuestion>;
  points: Array<string>;
  /** From answers and from what was played or written, never from a tick */
  done: boolean;
  done_count: number;
  /** The student has put it there */
  moved: boolean;
  /** A teacher gave it */
  assignment_id: string | null;
  /** Of a teacher's link */
  url: string | null;
}

/** What readers are measured at. */
export interface Reference {
  low: number;
  high: number;
  source: Bilingual;
}

/** The learning report of the contract; what follows `skill_analysis` are extras. */
export interface Report {
  student_id: string;
  /** '<date> to <date>', both included, UTC+8 */
  period: string;
  overall_progress: OverallProgress;
  skill_analysis: SkillAnalysis;
  strongest: Array<PointRecord>;
  weakest: Array<PointRecord>;
  comparison: Comparison;
  /** Points that are met now and were not at the beginning of the time */
  gained: Array<PointChange>;
  /** Points that were met at the beginning of the time and are not now */
  lost: Array<PointChange>;
  /** Up to 12 months up to the end of the time, from the first answer on */
  months: Array<MonthScore>;
}

/** Errors of sentences. */
export interface SentenceLevel {
  /** Edits of structure, and others that are about a grammar point */
  grammar_errors: number;
  /** Wrong words that are about no grammar point */
  vocabulary_issues: number;
}

export interface SkillAnalysis {
  vocabulary: SkillScore;
  grammar: SkillScore;
  reading: SkillScore;
  listening: SkillScore;
}

export interface SkillChanges {
  vocabulary: Change;
  grammar: Change;
  reading: Change;
  listening: Change;
}

export interface SkillScore {
  score: number;
  level: "excellent" | "good" | "average" | "weak" | "none" | (string & {});
  /** Answers under it */
  n: number;
  /** 95 % interval of score; null under 2 answers */
  interval: [number, number] | null;
}

/** Something that is said or read. */
export interface SlideLine {
  /** Empty where nobody is named */
  who: string;
  zh: string;
  /** Empty where the whole is translated elsewhere */
  en: string;
}

/** A slot of the day. */
export interface SlotSchedule {
  /** HH:MM-HH:MM */
  period: string;
  /** The skill that comes first; balanced on weekends */
  focus: string;
  /** Questions in it */
  items: number;
  /** Minutes of everything in it */
  duration: number;
}

/** An initial or a final. */
export interface SoundJudged {
  /** As spelt in pinyin, with ü */
  expected: string;
  /** 0-100; null where it cannot be judged */
  score: number | null;
  /** How far the judgement can be trusted */
  confidence: number;
  /** unsure: it cannot be judged; nothing is claimed, and it costs nothing */
  verdict: "right" | "unsure" | "wrong" | (string & {});
  /** What was heard instead, where that is sure enough to be said */
  heard: string | null;
}

/** A passage of the essay. */
export interface SpanShown {
  /** Code points of the essay */
  start: number;
  /** Excluded */
  end: number;
}

/** Something said that the text does not hold. */
export interface SpeechBesideText {
  kind: "extra" | "repeat" | "filler" | (string & {});
  start_ms: number;
  end_ms: number;
  /** Number of the syllable before it, -1 before the first */
  after: number;
  /** How many were said, about */
  syllables: number;
  /** First and last syllable that was said again */
  repeated: [number, number] | null;
}

/** The contract's result, and what it rests on. */
export interface SpeechReport {
  filename: string;
  speed_of_speech_score: number;
  silent_pause_frequency_score: number;
  text_integrity_score: number;
  rate_of_pronunciation_score: number;
  pronunciation_time_ratio_score: number;
  pause_fluency_score: number;
  corrected_fluency_score: number;
  average_length_of_silent_pause_score: number;
  average_flow_length_score: number;
  sentence_intonation_score: number;
  accurary_score: number;
  total_score: number;
  /** Where the result was stored for a student */
  evaluation_id: string | null;
  text: string;
  /** Of the total */
  confidence: number;
  /** 80 % range of the total */
  total_interval: [number, number];
  /** So few syllables could be judged that the range says more than the total, and nothing is said of the pace */
  short: boolean;
  /** Share of the read syllables that could be judged */
  judged_share: number;
  syllables: Array<SyllableJudged>;
  /** Numbers of syllables that were left out: those with this verdict */
  omitted: Array<number>;
  /** Numbers of syllables that another was said for: those with the verdict replaced */
  wrong: Array<number>;
  beside: Array<SpeechBesideText>;
  pauses: Array<PauseFound>;
  /** Eleven, in the contract's order */
  indicators: Array<Indicator>;
  intonation: Array<Intonation>;
  quality: Quality;
  /** What to do next, the most useful first; never more than five */
  findings: Array<Bilingual>;
  /** What these scores are not: calibrated on scored learners */
  note: Bilingual;
  /** Version of every model that was used */
  models: Record<string, string>;
}

/** Something done well, with the words that show it. */
export interface StrengthShown {
  /**
   * point: a grammar point of the declared level or above; joined: clauses joined by such a point, or by one of the
   * level below; words: words of the declared level or above; particles: 的, 地 and 得 throughout
   */
  kind: "point" | "joined" | "words" | "particles" | (string & {});
  /** Id of the grammar point; empty where it is about none */
  point: string;
  /** Passages that show it; of particles none */
  spans: Array<SpanShown>;
  /** How many places show it, with those that are not among the passages */
  count: number;
}

export interface Summary {
  total_questions: number;
  correct_count: number;
  /** Mean of the details' scores */
  score: number;
  /** Seconds */
  time_spent: number;
  /** Share of the questions that were answered at all */
  completion_rate: number;
}

/** One syllable of the text. */
export interface SyllableJudged {
  /** Code-point offset of its character in the text as sent */
  position: number;
  /** Code points of the text that it stands for; syllables of one number may share theirs: 百分之五十 over 50% */
  length: number;
  character: string;
  /** Expected, as spoken in this place, with tone mark */
  pinyin: string;
  /** Number of its word in the text, from 0 */
  word: number;
  /** omitted: found nowhere in the recording; where its number stands in `wrong`, something else was said for it */
  status: "read" | "omitted" | (string & {});
  /** Null where it was omitted */
  start_ms: number | null;
  end_ms: number | null;
  final_start_ms: number | null;
  /**
   * wrong: a part of it is; replaced: something else was said for it; right: its tone and a sound of it are, and no
   * part is wrong; unsure: it cannot be judged, and costs nothing. Counts, marks, findings, scores and what is learned
   * of the student rest on it
   */
  verdict: "right" | "unsure" | "wrong" | "replaced" | "omitted" | (string & {});
  /** Initial, final and tone together; null where the syllable cannot be judged or has no place in the recording */
  score: number | null;
  /** Null for a syllable without initial, and where it was omitted */
  initial: SoundJudged | null;
  final: SoundJudged | null;
  tone: ToneJudged | null;
  /** 11 points over the final on the speaker's five-level scale; null without enough voice */
  contour: Array<number> | null;
}

export interface TestResults {
  listen_ability: number;
  speak_ability: number;
  read_ability: number;
  write_ability: number;
}

/** The mean score of a time, with what it rests on. */
export interface TimeScore {
  /** Mean score 0-100; null without answers */
  score: number | null;
  /** 95 % interval of score (Wilson); null under 2 answers */
  interval: [number, number] | null;
  /** Answers */
  n: number;
  /** Days with answers */
  days: number;
}

/** A tone; 5 is the neutral tone. */
export interface ToneJudged {
  expected: number;
  /** All tones that count as right here, by sandhi or habit */
  accepted: Array<number>;
  /** 0-100; null where it cannot be judged */
  score: number | null;
  confidence: number;
  /** unsure: it cannot be judged; nothing is claimed, and it costs nothing */
  verdict: "right" | "unsure" | "wrong" | (string & {});
  /** The tone heard, 1-5, where that is sure enough to be said */
  heard: number | null;
}

export interface UpdateResult {
  /** Students with new evidence */
  students: number;
  /** Pieces of evidence taken in */
  records: number;
  /** Points whose record changed, added over students */
  points_changed: number;
  /** Evidence up to this ingest number is in the map */
  watermark: number;
}

/** An edit of a character, a mark or a word. */
export interface WordError {
  /** 别字, 缺字, 多字, 标点 or 用词 */
  type: string;
  /** As it stands in the essay; empty where something is missing */
  original: string;
  /** Empty where something is to be left out */
  correction: string;
  /** a-b: code points of the essay, the start included, the end excluded */
  position: string;
  /** In the language of Accept-Language */
  explanation: string;
}

/** Errors of characters, marks and words. */
export interface WordLevel {
  error_count: number;
  errors: Array<WordError>;
}

/** What `token` is given. */
export interface TokenArguments {
  api_key: string;
}

/** What `generateQuestions` is given. */
export interface GenerateQuestionsArguments {
  level: "beginner" | "intermediate" | "advanced";
  type: "multiple_choice" | "fill_blank" | "matching" | "ordering";
  /** Absent: any topic. */
  topic?: "grammar" | "vocabulary" | "reading" | "listening" | null;
  /** Default: `10`. */
  count?: number | null;
  /** Every item bears at least one of these. */
  tags?: Array<string> | null;
  /** Same seed, same request: the same items. */
  seed?: number | null;
  /** Items then avoid what this student saw within 14 days. */
  student_id?: string | null;
}

/** What `submitEvaluation` is given. */
export interface SubmitEvaluationArguments {
  student_id: string;
  /** Each question at most once. */
  answers: Array<AnswerItem>;
  session_id?: string | null;
}

/** What `learningReport` is given. */
export interface LearningReportArguments {
  student_id: string;
  /** YYYY-MM in UTC+8. */
  month?: string | null;
}

/** What `evaluation` is given. */
export interface EvaluationArguments {
  evaluation_id: string;
}

/** What `question` is given. */
export interface QuestionArguments {
  question_id: string;
}

/** What `updateKnowledgeMap` is given. */
export interface UpdateKnowledgeMapArguments {
  /** Default: every student of the organisation. */
  student_id?: string | null;
  /**
   * Business date YYYY-MM-DD that labels the run, not ahead of today (UTC+8). Default: the day before. The input is
   * everything above the watermark up to the end of that date.
   */
  date?: string | null;
}

/** What `knowledgeMap` is given. */
export interface KnowledgeMapArguments {
  student_id: string;
  /** Default: `"hsk"`. */
  subject?: "hsk" | "ykk" | null;
}

/** What `learningPath` is given. */
export interface LearningPathArguments {
  student_id: string;
  /** Default: `"hsk"`. */
  subject?: "hsk" | "ykk" | null;
  target_level?: string | null;
}

/** What `peers` is given. */
export interface PeersArguments {
  student_id: string;
  /** Default: `"hsk"`. */
  subject?: "hsk" | "ykk" | null;
  /** Default: `10`. */
  limit?: number | null;
}

/** What `firstPortrait` is given. */
export interface FirstPortraitArguments {
  student_id: string;
  questionnaire: Questionnaire;
  test_results: TestResults;
}

/** What `updatePortrait` is given. */
export interface UpdatePortraitArguments {
  student_id: string;
  behaviors?: Array<Behavior> | null;
}

/** What `portrait` is given. */
export interface PortraitArguments {
  student_id: string;
}

/** What `dailyRecommendation` is given. */
export interface DailyRecommendationArguments {
  student_id: string;
  /** YYYY-MM-DD; default: today, UTC+8. */
  date?: string | null;
  /** On weekends `morning` is the one slot there is. */
  time_slot?: "morning" | "noon" | "evening" | "night" | null;
}

/** What `updateSchedule` is given. */
export interface UpdateScheduleArguments {
  student_id: string;
  resource_id: string;
  new_time_slot: "morning" | "noon" | "evening" | "night";
  /** HH:MM. */
  new_start_time?: string | null;
  /** HH:MM; 24:00 as the end of the night. */
  new_end_time?: string | null;
  /** Default: today, UTC+8. */
  date?: string | null;
}

/** What `resource` is given. */
export interface ResourceArguments {
  resource_id: string;
}

/** What `evaluateEssay` is given. */
export interface EvaluateEssayArguments {
  student_id: string;
  /**
   * Kept exactly as sent, line breaks included: positions are code points of it. At least 10 Chinese characters, at
   * most 5,000 code points.
   */
  essay_content: string;
  essay_title?: string | null;
  /** Scoring reference. Default: `"4"`. */
  hsk_level?: "1" | "2" | "3" | "4" | "5" | "6" | null;
  /** Framework of the feedback. Default: `"RASNC"`. */
  framework?: "RASNC" | "RACAPE" | null;
  /**
   * How sure an error must be to be shown. strict marks most, gentle only what is nearly certain. Default: `"normal"`.
   */
  strictness?: "strict" | "normal" | "gentle" | null;
}

/** What `requestQuota` is given. */
export interface RequestQuotaArguments {
  /** temporary: more calls this month; upgrade: another plan from now on. */
  kind: "temporary" | "upgrade";
  /** How many more this month, or how many every month. */
  calls?: number | null;
  /** The plan that is wanted. */
  tier?: "free" | "education" | "professional" | "enterprise" | null;
  /** For the operator. Name no student in it. */
  reason: string;
}

/** What `uploadfile` is given. */
export interface UploadfileArguments {
  /** Recording of at most 120 s: wav, mp3, ogg, flac, m4a or webm. */
  file: Recording;
  /** What was read aloud, with at least one Chinese character. */
  text: string;
  /** Whose reading it is; needs a token. Without it nothing is stored. */
  student_id?: string | null;
}

/** What `grammarText` is given. */
export interface GrammarTextArguments {
  /** Chinese text, 1 to 20,000 characters. */
  txt: string;
}
