/** Calls a real service as a school's program would: `WENLU_KEY=... node test/live.js ADDRESS`. Fails at what is not as expected. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { BadRequest, NotFound, Unauthorized, Wenlu } from "../src/index.js";

const baseUrl = process.argv[2];
const student_id = "javascript-1";
const timeoutSeconds = 200; // the first calls of a service that has just started take long on a busy machine
const client = new Wenlu({ baseUrl, apiKey: process.env.WENLU_KEY, timeoutSeconds });

const { questions } = await client.generateQuestions({
  level: "beginner",
  type: "multiple_choice",
  topic: "grammar",
  count: 2,
});
const answers = [
  { question_id: questions[0].id, answer: questions[0].correct_answer, time_spent: 5 },
  { question_id: questions[1].id, answer: "?" },
];
const result = await client.submitEvaluation({ student_id, answers });
assert.deepEqual([result.summary.total_questions, result.summary.correct_count], [2, 1]);
assert.deepEqual(await client.evaluation({ evaluation_id: result.evaluation_id }), result);
assert.ok((await client.updateKnowledgeMap({ student_id, date: "2026-11-24" })).records > 0);
assert.ok((await client.knowledgeMap({ student_id })).knowledge_points.length > 0);
assert.equal((await client.learningReport({ student_id })).overall_progress.total_attempts, 2);
assert.equal((await client.question({ question_id: questions[0].id })).question, questions[0].question);

const again = { level: "beginner", type: "fill_blank", count: 3 };
const options = { idempotencyKey: "javascript-key" };
assert.deepEqual(await client.generateQuestions(again, options), await client.generateQuestions(again, options));

const folder = mkdtempSync(join(tmpdir(), "wenlu-client-"));
try {
  const path = join(folder, "朗读.wav");
  writeFileSync(path, silence(0.5));
  const report = await client.uploadfile({ file: path, text: "你好。", student_id });
  assert.equal(report.filename, "朗读.wav");
  assert.ok(report.total_score >= 0 && report.total_score <= 100);
} finally {
  rmSync(folder, { recursive: true });
}

const open = await new Wenlu({ baseUrl: `${baseUrl}/v1`, timeoutSeconds }).grammarText({ txt: "我把书放在桌子上了。" });
assert.match(open.difficulty_level, /^[1-7]$/);

await assert.rejects(client.generateQuestions({ level: "expert", type: "matching" }), (error) => {
  assert.ok(error instanceof BadRequest);
  assert.deepEqual([error.status, error.errorCode, error.errors[0].field], [400, 400002, "level"]);
  assert.ok(error.requestId);
  return true;
});
await assert.rejects(client.portrait({ student_id: "nobody" }, { requestId: "javascript-404" }), (error) => {
  assert.ok(error instanceof NotFound);
  assert.equal(error.requestId, "javascript-404");
  return true;
});
const chinese = new Wenlu({ baseUrl, apiKey: "wrong", language: "zh", timeoutSeconds });
await assert.rejects(chinese.portrait({ student_id }), (error) => {
  assert.ok(error instanceof Unauthorized);
  return true;
});

/** A silent recording: wav, one channel of 16 bits at 16 kHz. */
function silence(seconds) {
  const samples = Math.round(seconds * 16_000);
  const file = Buffer.alloc(44 + samples * 2);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16); // length of what follows
  file.writeUInt16LE(1, 20); // plain samples
  file.writeUInt16LE(1, 22); // channels
  file.writeUInt32LE(16_000, 24);
  file.writeUInt32LE(32_000, 28); // bytes a second
  file.writeUInt16LE(2, 32); // bytes a sample
  file.writeUInt16LE(16, 34); // bits
  file.write("data", 36);
  file.writeUInt32LE(samples * 2, 40);
  return file;
}
