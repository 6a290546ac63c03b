// Written by `python -m clients.generate` from the OpenAPI documents; changed there and not here.

import { OPERATIONS } from "./operations.js";
import { Transport } from "./transport.js";

/** A client of the service; `client.d.ts` says what each method does. */
export class Wenlu {
  #transport;

  constructor(options) {
    this.#transport = new Transport(OPERATIONS.token, options);
  }

  token(values, options) {
    return this.#transport.call(OPERATIONS.token, values, options);
  }

  generateQuestions(values, options) {
    return this.#transport.call(OPERATIONS.generateQuestions, values, options);
  }

  submitEvaluation(values, options) {
    return this.#transport.call(OPERATIONS.submitEvaluation, values, options);
  }

  learningReport(values, options) {
    return this.#transport.call(OPERATIONS.learningReport, values, options);
  }

  evaluation(values, options) {
    return this.#transport.call(OPERATIONS.evaluation, values, options);
  }

  question(values, options) {
    return this.#transport.call(OPERATIONS.question, values, options);
  }

  updateKnowledgeMap(values, options) {
    return this.#transport.call(OPERATIONS.updateKnowledgeMap, values, options);
  }

  knowledgeMap(values, options) {
    return this.#transport.call(OPERATIONS.knowledgeMap, values, options);
  }

  learningPath(values, options) {
    return this.#transport.call(OPERATIONS.learningPath, values, options);
  }

  peers(values, options) {
    return this.#transport.call(OPERATIONS.peers, values, options);
  }

  firstPortrait(values, options) {
    return this.#transport.call(OPERATIONS.firstPortrait, values, options);
  }

  updatePortrait(values, options) {
    return this.#transport.call(OPERATIONS.updatePortrait, values, options);
  }

  portrait(values, options) {
    return this.#transport.call(OPERATIONS.portrait, values, options);
  }

  dailyRecommendation(values, options) {
    return this.#transport.call(OPERATIONS.dailyRecommendation, values, options);
  }

  updateSchedule(values, options) {
    return this.#transport.call(OPERATIONS.updateSchedule, values, options);
  }

  resource(values, options) {
    return this.#transport.call(OPERATIONS.resource, values, options);
  }

  evaluateEssay(values, options) {
    return this.#transport.call(OPERATIONS.evaluateEssay, values, options);
  }

  requestQuota(values, options) {
    return this.#transport.call(OPERATIONS.requestQuota, values, options);
  }

  uploadfile(values, options) {
    return this.#transport.call(OPERATIONS.uploadfile, values, options);
  }

  grammarText(values, options) {
    return this.#transport.call(OPERATIONS.grammarText, values, options);
  }
}
