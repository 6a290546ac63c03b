package wenlu.client;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import wenlu.client.Operation.Address;
import wenlu.client.Operation.Authentication;
import wenlu.client.Operation.Body;
import wenlu.client.Operation.Trait;
import wenlu.client.models.AccessToken;
import wenlu.client.models.AnswerItem;
import wenlu.client.models.DailyPlan;
import wenlu.client.models.EssayReport;
import wenlu.client.models.Evaluation;
import wenlu.client.models.EvaluationResult;
import wenlu.client.models.FetchedResource;
import wenlu.client.models.GeneratedQuestions;
import wenlu.client.models.GrammarText;
import wenlu.client.models.KnowledgeMap;
import wenlu.client.models.LearningPath;
import wenlu.client.models.Peers;
import wenlu.client.models.Portrait;
import wenlu.client.models.QuestionResult;
import wenlu.client.models.Questionnaire;
import wenlu.client.models.QuotaRequestMade;
import wenlu.client.models.Report;
import wenlu.client.models.SpeechReport;
import wenlu.client.models.TestResults;
import wenlu.client.models.UpdateResult;

/**
 * The operations of the service; {@link Wenlu} is the client that has them.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public abstract sealed class Operations permits Wenlu {

    static final Operation TOKEN = new Operation(
            "POST",
            Address.V1,
            "/auth/token",
            Body.JSON,
            Authentication.NONE,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    static final Operation GENERATE_QUESTIONS = new Operation(
            "POST",
            Address.V1,
            "/classroom/questions/generate",
            Body.JSON,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.KEYED, Trait.REPEATABLE));

    static final Operation SUBMIT_EVALUATION = new Operation(
            "POST",
            Address.V1,
            "/classroom/evaluation/submit",
            Body.JSON,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.KEYED, Trait.REPEATABLE));

    static final Operation LEARNING_REPORT = new Operation(
            "GET",
            Address.V1,
            "/classroom/evaluation/report/{student_id}",
            Body.NONE,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    static final Operation EVALUATION = new Operation(
            "GET",
            Address.V1,
            "/classroom/evaluation/{evaluation_id}",
            Body.NONE,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    static final Operation QUESTION = new Operation(
            "GET",
            Address.V1,
            "/classroom/questions/{question_id}",
            Body.NONE,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    static final Operation UPDATE_KNOWLEDGE_MAP = new Operation(
            "POST",
            Address.V1,
            "/knowledge-map/update",
            Body.JSON,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.KEYED, Trait.REPEATABLE));

    static final Operation KNOWLEDGE_MAP = new Operation(
            "GET",
            Address.V1,
            "/knowledge-map/{student_id}",
            Body.NONE,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    static final Operation LEARNING_PATH = new Operation(
            "GET",
            Address.V1,
            "/knowledge-map/{student_id}/path",
            Body.NONE,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    static final Operation PEERS = new Operation(
            "GET",
            Address.V1,
            "/knowledge-map/{student_id}/peers",
            Body.NONE,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    static final Operation FIRST_PORTRAIT = new Operation(
            "POST",
            Address.V1,
            "/portrait/first",
            Body.JSON,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.KEYED, Trait.REPEATABLE));

    static final Operation UPDATE_PORTRAIT = new Operation(
            "POST",
            Address.V1,
            "/portrait/update",
            Body.JSON,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.KEYED, Trait.REPEATABLE));

    static final Operation PORTRAIT = new Operation(
            "GET",
            Address.V1,
            "/portrait/{student_id}",
            Body.NONE,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    static final Operation DAILY_RECOMMENDATION = new Operation(
            "GET",
            Address.V1,
            "/recommendation/daily/{student_id}",
            Body.NONE,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    static final Operation UPDATE_SCHEDULE = new Operation(
            "POST",
            Address.V1,
            "/recommendation/schedule",
            Body.JSON,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.KEYED, Trait.REPEATABLE));

    static final Operation RESOURCE = new Operation(
            "GET",
            Address.V1,
            "/recommendation/resources/{resource_id}",
            Body.NONE,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    static final Operation EVALUATE_ESSAY = new Operation(
            "POST",
            Address.V1,
            "/essay/evaluate",
            Body.JSON,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.KEYED, Trait.REPEATABLE));

    static final Operation REQUEST_QUOTA = new Operation(
            "POST",
            Address.V1,
            "/quota/requests",
            Body.JSON,
            Authentication.REQUIRED,
            Set.of(Trait.ENVELOPE, Trait.KEYED, Trait.REPEATABLE));

    static final Operation UPLOADFILE = new Operation(
            "POST",
            Address.SPEECH,
            "/uploadfile",
            Body.MULTIPART,
            Authentication.OPTIONAL,
            Set.of(Trait.KEYED, Trait.REPEATABLE));

    static final Operation GRAMMAR_TEXT = new Operation(
            "POST",
            Address.GRAMMAR,
            "/grammar_text",
            Body.JSON,
            Authentication.OPTIONAL,
            Set.of(Trait.ENVELOPE, Trait.REPEATABLE));

    Operations() {}

    abstract <T> T call(Operation operation, Arguments arguments, Class<T> result);

    /** Exchange an API key for a short-lived access token. */
    public AccessToken token(String apiKey) {
        Arguments arguments = new Arguments()
                .content("api_key", Objects.requireNonNull(apiKey, "apiKey must be given"));
        return call(TOKEN, arguments, AccessToken.class);
    }

    /**
     * Generate questions by level, type, topic and tags.
     *
     * @param level one of beginner, intermediate, advanced
     * @param type one of multiple_choice, fill_blank, matching, ordering
     */
    public GeneratedQuestions generateQuestions(String level, String type) {
        return generateQuestions(level, type, with -> {});
    }

    /**
     * Generate questions by level, type, topic and tags.
     *
     * @param level one of beginner, intermediate, advanced
     * @param type one of multiple_choice, fill_blank, matching, ordering
     * @param options sets what is optional: topic, count, tags, seed, studentId
     */
    public GeneratedQuestions generateQuestions(String level, String type, Consumer<GenerateQuestionsOptions> options) {
        Arguments arguments = new Arguments()
                .content("level", Objects.requireNonNull(level, "level must be given"))
                .content("type", Objects.requireNonNull(type, "type must be given"));
        options.accept(new GenerateQuestionsOptions(arguments));
        return call(GENERATE_QUESTIONS, arguments, GeneratedQuestions.class);
    }

    /**
     * Mark a student's answers.
     *
     * @param answers Each question at most once
     */
    public Evaluation submitEvaluation(String studentId, List<AnswerItem> answers) {
        return submitEvaluation(studentId, answers, with -> {});
    }

    /**
     * Mark a student's answers.
     *
     * @param answers Each question at most once
     * @param options sets what is optional: sessionId
     */
    public Evaluation submitEvaluation(
            String studentId, List<AnswerItem> answers, Consumer<SubmitEvaluationOptions> options) {
        Arguments arguments = new Arguments()
                .content("student_id", Objects.requireNonNull(studentId, "studentId must be given"))
                .content("answers", Objects.requireNonNull(answers, "answers must be given"));
        options.accept(new SubmitEvaluationOptions(arguments));
        return call(SUBMIT_EVALUATION, arguments, Evaluation.class);
    }

    /** A student's learning report of a month. */
    public Report learningReport(String studentId) {
        return learningReport(studentId, with -> {});
    }

    /**
     * A student's learning report of a month.
     *
     * @param options sets what is optional: month
     */
    public Report learningReport(String studentId, Consumer<LearningReportOptions> options) {
        Arguments arguments = new Arguments()
                .path("student_id", Objects.requireNonNull(studentId, "studentId must be given"));
        options.accept(new LearningReportOptions(arguments));
        return call(LEARNING_REPORT, arguments, Report.class);
    }

    /** A stored result of answers, an essay or a reading, equal to the one first given. */
    public EvaluationResult evaluation(String evaluationId) {
        Arguments arguments = new Arguments()
                .path("evaluation_id", Objects.requireNonNull(evaluationId, "evaluationId must be given"));
        return call(EVALUATION, arguments, EvaluationResult.class);
    }

    /** What a plan names: a question, a sentence to read aloud, an essay title. */
    public QuestionResult question(String questionId) {
        Arguments arguments = new Arguments()
                .path("question_id", Objects.requireNonNull(questionId, "questionId must be given"));
        return call(QUESTION, arguments, QuestionResult.class);
    }

    /** Take new evidence into the maps; a second run changes nothing. */
    public UpdateResult updateKnowledgeMap() {
        return updateKnowledgeMap(with -> {});
    }

    /**
     * Take new evidence into the maps; a second run changes nothing.
     *
     * @param options sets what is optional: studentId, date
     */
    public UpdateResult updateKnowledgeMap(Consumer<UpdateKnowledgeMapOptions> options) {
        Arguments arguments = new Arguments();
        options.accept(new UpdateKnowledgeMapOptions(arguments));
        return call(UPDATE_KNOWLEDGE_MAP, arguments, UpdateResult.class);
    }

    /** A student's record on every knowledge point, with all evidence so far. */
    public KnowledgeMap knowledgeMap(String studentId) {
        return knowledgeMap(studentId, with -> {});
    }

    /**
     * A student's record on every knowledge point, with all evidence so far.
     *
     * @param options sets what is optional: subject
     */
    public KnowledgeMap knowledgeMap(String studentId, Consumer<KnowledgeMapOptions> options) {
        Arguments arguments = new Arguments()
                .path("student_id", Objects.requireNonNull(studentId, "studentId must be given"));
        options.accept(new KnowledgeMapOptions(arguments));
        return call(KNOWLEDGE_MAP, arguments, KnowledgeMap.class);
    }

    /** The way to a student's target, by stages. */
    public LearningPath learningPath(String studentId) {
        return learningPath(studentId, with -> {});
    }

    /**
     * The way to a student's target, by stages.
     *
     * @param options sets what is optional: subject, targetLevel
     */
    public LearningPath learningPath(String studentId, Consumer<LearningPathOptions> options) {
        Arguments arguments = new Arguments()
                .path("student_id", Objects.requireNonNull(studentId, "studentId must be given"));
        options.accept(new LearningPathOptions(arguments));
        return call(LEARNING_PATH, arguments, LearningPath.class);
    }

    /** Study peers with a similar or a complementary map, among those who opted in. */
    public Peers peers(String studentId) {
        return peers(studentId, with -> {});
    }

    /**
     * Study peers with a similar or a complementary map, among those who opted in.
     *
     * @param options sets what is optional: subject, limit
     */
    public Peers peers(String studentId, Consumer<PeersOptions> options) {
        Arguments arguments = new Arguments()
                .path("student_id", Objects.requireNonNull(studentId, "studentId must be given"));
        options.accept(new PeersOptions(arguments));
        return call(PEERS, arguments, Peers.class);
    }

    /** A first portrait from a questionnaire and first test results. */
    public Portrait firstPortrait(String studentId, Questionnaire questionnaire, TestResults testResults) {
        Arguments arguments = new Arguments()
                .content("student_id", Objects.requireNonNull(studentId, "studentId must be given"))
                .content("questionnaire", Objects.requireNonNull(questionnaire, "questionnaire must be given"))
                .content("test_results", Objects.requireNonNull(testResults, "testResults must be given"));
        return call(FIRST_PORTRAIT, arguments, Portrait.class);
    }

    /** Take in observed behaviours and recompute the portrait. */
    public Portrait updatePortrait(String studentId) {
        return updatePortrait(studentId, with -> {});
    }

    /**
     * Take in observed behaviours and recompute the portrait.
     *
     * @param options sets what is optional: behaviors
     */
    public Portrait updatePortrait(String studentId, Consumer<UpdatePortraitOptions> options) {
        Arguments arguments = new Arguments()
                .content("student_id", Objects.requireNonNull(studentId, "studentId must be given"));
        options.accept(new UpdatePortraitOptions(arguments));
        return call(UPDATE_PORTRAIT, arguments, Portrait.class);
    }

    /** A student's portrait. */
    public Portrait portrait(String studentId) {
        Arguments arguments = new Arguments()
                .path("student_id", Objects.requireNonNull(studentId, "studentId must be given"));
        return call(PORTRAIT, arguments, Portrait.class);
    }

    /** What a student is to do on a day, by slot, with the reasons. */
    public DailyPlan dailyRecommendation(String studentId) {
        return dailyRecommendation(studentId, with -> {});
    }

    /**
     * What a student is to do on a day, by slot, with the reasons.
     *
     * @param options sets what is optional: date, timeSlot
     */
    public DailyPlan dailyRecommendation(String studentId, Consumer<DailyRecommendationOptions> options) {
        Arguments arguments = new Arguments()
                .path("student_id", Objects.requireNonNull(studentId, "studentId must be given"));
        options.accept(new DailyRecommendationOptions(arguments));
        return call(DAILY_RECOMMENDATION, arguments, DailyPlan.class);
    }

    /**
     * Move a recommended item to another slot and time.
     *
     * @param newTimeSlot one of morning, noon, evening, night
     */
    public DailyPlan updateSchedule(String studentId, String resourceId, String newTimeSlot) {
        return updateSchedule(studentId, resourceId, newTimeSlot, with -> {});
    }

    /**
     * Move a recommended item to another slot and time.
     *
     * @param newTimeSlot one of morning, noon, evening, night
     * @param options sets what is optional: newStartTime, newEndTime, date
     */
    public DailyPlan updateSchedule(
            String studentId, String resourceId, String newTimeSlot, Consumer<UpdateScheduleOptions> options) {
        Arguments arguments = new Arguments()
                .content("student_id", Objects.requireNonNull(studentId, "studentId must be given"))
                .content("resource_id", Objects.requireNonNull(resourceId, "resourceId must be given"))
                .content("new_time_slot", Objects.requireNonNull(newTimeSlot, "newTimeSlot must be given"));
        options.accept(new UpdateScheduleOptions(arguments));
        return call(UPDATE_SCHEDULE, arguments, DailyPlan.class);
    }

    /** A lesson, or something to hear, that a plan names. */
    public FetchedResource resource(String resourceId) {
        Arguments arguments = new Arguments()
                .path("resource_id", Objects.requireNonNull(resourceId, "resourceId must be given"));
        return call(RESOURCE, arguments, FetchedResource.class);
    }

    /**
     * Correct and score a student's essay.
     *
     * @param essayContent Kept exactly as sent, line breaks included: positions are code points of it. At least 10
     *     Chinese characters, at most 5,000 code points
     */
    public EssayReport evaluateEssay(String studentId, String essayContent) {
        return evaluateEssay(studentId, essayContent, with -> {});
    }

    /**
     * Correct and score a student's essay.
     *
     * @param essayContent Kept exactly as sent, line breaks included: positions are code points of it. At least 10
     *     Chinese characters, at most 5,000 code points
     * @param options sets what is optional: essayTitle, hskLevel, framework, strictness
     */
    public EssayReport evaluateEssay(String studentId, String essayContent, Consumer<EvaluateEssayOptions> options) {
        Arguments arguments = new Arguments()
                .content("student_id", Objects.requireNonNull(studentId, "studentId must be given"))
                .content("essay_content", Objects.requireNonNull(essayContent, "essayContent must be given"));
        options.accept(new EvaluateEssayOptions(arguments));
        return call(EVALUATE_ESSAY, arguments, EssayReport.class);
    }

    /**
     * Ask the operator for more calls; never counted, and answered past the quota too.
     *
     * @param kind temporary: more calls this month; upgrade: another plan from now on; one of temporary, upgrade
     * @param reason For the operator. Name no student in it
     */
    public QuotaRequestMade requestQuota(String kind, String reason) {
        return requestQuota(kind, reason, with -> {});
    }

    /**
     * Ask the operator for more calls; never counted, and answered past the quota too.
     *
     * @param kind temporary: more calls this month; upgrade: another plan from now on; one of temporary, upgrade
     * @param reason For the operator. Name no student in it
     * @param options sets what is optional: calls, tier
     */
    public QuotaRequestMade requestQuota(String kind, String reason, Consumer<RequestQuotaOptions> options) {
        Arguments arguments = new Arguments()
                .content("kind", Objects.requireNonNull(kind, "kind must be given"))
                .content("reason", Objects.requireNonNull(reason, "reason must be given"));
        options.accept(new RequestQuotaOptions(arguments));
        return call(REQUEST_QUOTA, arguments, QuotaRequestMade.class);
    }

    /**
     * Score a reading aloud.
     *
     * @param file Recording of at most 120 s: wav, mp3, ogg, flac, m4a or webm
     * @param text What was read aloud, with at least one Chinese character
     */
    public SpeechReport uploadfile(Recording file, String text) {
        return uploadfile(file, text, with -> {});
    }

    /**
     * Score a reading aloud.
     *
     * @param file Recording of at most 120 s: wav, mp3, ogg, flac, m4a or webm
     * @param text What was read aloud, with at least one Chinese character
     * @param options sets what is optional: studentId
     */
    public SpeechReport uploadfile(Recording file, String text, Consumer<UploadfileOptions> options) {
        Arguments arguments = new Arguments()
                .content("file", Objects.requireNonNull(file, "file must be given"))
                .content("text", Objects.requireNonNull(text, "text must be given"));
        options.accept(new UploadfileOptions(arguments));
        return call(UPLOADFILE, arguments, SpeechReport.class);
    }

    /**
     * Grammar points and difficulty of a text.
     *
     * @param txt Chinese text, 1 to 20,000 characters
     */
    public GrammarText grammarText(String txt) {
        Arguments arguments = new Arguments()
                .content("txt", Objects.requireNonNull(txt, "txt must be given"));
        return call(GRAMMAR_TEXT, arguments, GrammarText.class);
    }
}
