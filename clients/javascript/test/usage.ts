/** A program as TypeScript reads it: compiled and never run. What the declarations must refuse stands below `@ts-expect-error`. */

import { ApiError, BadRequest, ConnectionFailed, RateLimited, TimedOut, VERSION, Wenlu, WenluError } from "wenlu-client";
import type { AnswerItem, CallOptions, ClientOptions, Question, Recording } from "wenlu-client";

const options: ClientOptions = { baseUrl: "https://wenlu.example.org", apiKey: "key", retries: 1, language: "zh" };
const client = new Wenlu(options);

export async function lesson(recording: Recording, signal: AbortSignal): Promise<string> {
  const { questions } = await client.generateQuestions({ level: "beginner", type: "multiple_choice", count: 2 });
  const answers: AnswerItem[] = questions.map(({ id }: Question) => ({ question_id: id, answer: "A" }));
  const call: CallOptions = { idempotencyKey: "lesson-7-s1", signal, timeoutSeconds: 5, requestId: "lesson-7" };
  const result = await client.submitEvaluation({ student_id: "s1", answers }, call);
  const right: number = result.summary.correct_count;
  const stored = await client.evaluation({ evaluation_id: result.evaluation_id });
  if ("summary" in stored) stored.summary.total_questions.toFixed();
  const report = await client.uploadfile({ file: recording, text: "你好。" });
  const updated = await client.updateKnowledgeMap();
  return `${right} ${report.total_score.toFixed()} ${updated.records} ${VERSION}`;
}

export async function refused(): Promise<void> {
  try {
    await client.evaluateEssay({ student_id: "s1", essay_content: "你好！" });
  } catch (error) {
    if (error instanceof BadRequest) error.errors.map(({ field, message }) => `${field}: ${message}`);
    else if (error instanceof RateLimited) (error.retryAfterSeconds ?? 0).toFixed();
    else if (error instanceof ApiError) error.remedy.trim();
    else if (error instanceof TimedOut || error instanceof ConnectionFailed) error.idempotencyKey?.trim();
    else if (error instanceof WenluError) error.requestId?.trim();
  }
}

export function pageOfASchool(): Wenlu {
  return new Wenlu({ baseUrl: "https://wenlu.example.org", getToken: async () => ({ access_token: "a", expires_in: 60 }) });
}

export async function wrong(): Promise<void> {
  // @ts-expect-error: a client needs the address of a server
  new Wenlu({ apiKey: "key" });
  // @ts-expect-error: an option that there is not
  new Wenlu({ baseUrl: "https://wenlu.example.org", timeout: 5 });
  // @ts-expect-error: an operation that there is not
  client.generateQuestion({});
  // @ts-expect-error: a level that there is not
  client.generateQuestions({ level: "expert", type: "matching" });
  // @ts-expect-error: a required argument is missing
  client.generateQuestions({ level: "beginner" });
  // @ts-expect-error: an argument that there is not
  client.portrait({ student_id: "s1", student: "s1" });
  // @ts-expect-error: a text in the place of a number
  client.peers({ student_id: "s1", limit: "5" });
  const plan = await client.dailyRecommendation({ student_id: "s1" });
  // @ts-expect-error: a field that there is not
  plan.recommendation;
  // @ts-expect-error: what may be absent is asked after first
  (await client.peers({ student_id: "s1" })).peers[0].teaches.length;
  // @ts-expect-error: an error is read, not written
  new BadRequest("").status = 400;
}
