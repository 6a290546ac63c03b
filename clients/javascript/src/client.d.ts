// Written by `python -m clients.generate` from the OpenAPI documents; changed there and not here.

import type {
  AccessToken,
  DailyPlan,
  DailyRecommendationArguments,
  EssayReport,
  EvaluateEssayArguments,
  Evaluation,
  EvaluationArguments,
  FetchedResource,
  FirstPortraitArguments,
  GenerateQuestionsArguments,
  GeneratedQuestions,
  GrammarText,
  GrammarTextArguments,
  KnowledgeMap,
  KnowledgeMapArguments,
  LearningPath,
  LearningPathArguments,
  LearningReportArguments,
  Peers,
  PeersArguments,
  PlannedText,
  Portrait,
  PortraitArguments,
  Question,
  QuestionArguments,
  QuotaRequestMade,
  Report,
  RequestQuotaArguments,
  ResourceArguments,
  SpeechReport,
  SubmitEvaluationArguments,
  TokenArguments,
  UpdateKnowledgeMapArguments,
  UpdatePortraitArguments,
  UpdateResult,
  UpdateScheduleArguments,
  UploadfileArguments,
} from "./models.js";
import type { CallOptions, ClientOptions } from "./options.js";

/** A client of the service. Every method throws `WenluError`. */
export class Wenlu {
  constructor(options: ClientOptions);

  /** Exchange an API key for a short-lived access token */
  token(values: TokenArguments, options?: CallOptions): Promise<AccessToken>;

  /** Generate questions by level, type, topic and tags */
  generateQuestions(values: GenerateQuestionsArguments, options?: CallOptions): Promise<GeneratedQuestions>;

  /** Mark a student's answers */
  submitEvaluation(values: SubmitEvaluationArguments, options?: CallOptions): Promise<Evaluation>;

  /** A student's learning report of a month */
  learningReport(values: LearningReportArguments, options?: CallOptions): Promise<Report>;

  /** A stored result of answers, an essay or a reading, equal to the one first given */
  evaluation(values: EvaluationArguments, options?: CallOptions): Promise<Evaluation | EssayReport | SpeechReport>;

  /** What a plan names: a question, a sentence to read aloud, an essay title */
  question(values: QuestionArguments, options?: CallOptions): Promise<Question | PlannedText>;

  /** Take new evidence into the maps; a second run changes nothing */
  updateKnowledgeMap(values?: UpdateKnowledgeMapArguments, options?: CallOptions): Promise<UpdateResult>;

  /** A student's record on every knowledge point, with all evidence so far */
  knowledgeMap(values: KnowledgeMapArguments, options?: CallOptions): Promise<KnowledgeMap>;

  /** The way to a student's target, by stages */
  learningPath(values: LearningPathArguments, options?: CallOptions): Promise<LearningPath>;

  /** Study peers with a similar or a complementary map, among those who opted in */
  peers(values: PeersArguments, options?: CallOptions): Promise<Peers>;

  /** A first portrait from a questionnaire and first test results */
  firstPortrait(values: FirstPortraitArguments, options?: CallOptions): Promise<Portrait>;

  /** Take in observed behaviours and recompute the portrait */
  updatePortrait(values: UpdatePortraitArguments, options?: CallOptions): Promise<Portrait>;

  /** A student's portrait */
  portrait(values: PortraitArguments, options?: CallOptions): Promise<Portrait>;

  /** What a student is to do on a day, by slot, with the reasons */
  dailyRecommendation(values: DailyRecommendationArguments, options?: CallOptions): Promise<DailyPlan>;

  /** Move a recommended item to another slot and time */
  updateSchedule(values: UpdateScheduleArguments, options?: CallOptions): Promise<DailyPlan>;

  /** A lesson, or something to hear, that a plan names */
  resource(values: ResourceArguments, options?: CallOptions): Promise<FetchedResource>;

  /** Correct and score a student's essay */
  evaluateEssay(values: EvaluateEssayArguments, options?: CallOptions): Promise<EssayReport>;

  /** Ask the operator for more calls; never counted, and answered past the quota too */
  requestQuota(values: RequestQuotaArguments, options?: CallOptions): Promise<QuotaRequestMade>;

  /** Score a reading aloud */
  uploadfile(values: UploadfileArguments, options?: CallOptions): Promise<SpeechReport>;

  /** Grammar points and difficulty of a text */
  grammarText(values: GrammarTextArguments, options?: CallOptions): Promise<GrammarText>;
}
