package wenlu.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import wenlu.client.errors.BadRequestException;
import wenlu.client.models.AnswerItem;
import wenlu.client.models.Evaluation;
import wenlu.client.models.GeneratedQuestions;
import wenlu.client.models.Question;
import wenlu.client.models.SpeechReport;

/**
 * A student's first lesson over a real service: {@code LiveLesson ADDRESS KEY RECORDING}. What does not hold ends it with the
 * stack that leads there.
 */
public final class LiveLesson {
    private static final String STUDENT = "java-1";
    private static final String DAY = "2026-11-24";
    /** The first calls of a service that has just started take long on a busy machine. */
    private static final Duration TIMEOUT = Duration.ofSeconds(200);

    private LiveLesson() {}

    /** Goes through the lesson. */
    public static void main(String[] arguments) throws IOException {
        Wenlu wenlu = Wenlu.builder().baseUrl(arguments[0]).apiKey(arguments[1]).timeout(TIMEOUT).build();
        answerQuestions(wenlu);
        repeatACall(wenlu);
        askForTooMuch(wenlu);
        readAloud(wenlu, Path.of(arguments[2]));
        Wenlu open = Wenlu.builder().baseUrl(arguments[0] + "/v1").timeout(TIMEOUT).build();
        hold("1234567".contains(open.grammarText("你好。").difficultyLevel()));
    }

    private static void answerQuestions(Wenlu wenlu) {
        List<Question> questions = wenlu.generateQuestions(
                        "beginner", "multiple_choice", with -> with.topic("grammar").count(2))
                .questions();
        hold(wenlu.question(questions.get(0).id()) instanceof Question again && again.id().equals(questions.get(0).id()));
        AnswerItem right = AnswerItem.of(questions.get(0).id(), questions.get(0).correctAnswer()).withTimeSpent(5);
        AnswerItem wrong = AnswerItem.of(questions.get(1).id(), "?");
        Evaluation result = wenlu.submitEvaluation(STUDENT, List.of(right, wrong));
        hold(result.summary().totalQuestions() == 2 && result.summary().correctCount() == 1);
        hold(wenlu.evaluation(result.evaluationId()).equals(result));
        hold(wenlu.updateKnowledgeMap(with -> with.studentId(STUDENT).date(DAY)).records() > 0);
        hold(wenlu.knowledgeMap(STUDENT).knowledgePoints().stream().anyMatch(each -> each.totalAttempts() > 0));
        hold(wenlu.learningReport(STUDENT).overallProgress().totalAttempts() == 2);
        hold(wenlu.dailyRecommendation(STUDENT, with -> with.date(DAY)).studentId().equals(STUDENT));
    }

    private static void repeatACall(Wenlu wenlu) {
        Wenlu keyed = wenlu.withIdempotencyKey("java-key");
        GeneratedQuestions first = keyed.generateQuestions("beginner", "fill_blank", with -> with.count(3));
        hold(keyed.generateQuestions("beginner", "fill_blank", with -> with.count(3)).equals(first));
    }

    private static void askForTooMuch(Wenlu wenlu) {
        try {
            wenlu.withRequestId("java-request").generateQuestions("expert", "matching");
            hold(false);
        } catch (BadRequestException refused) {
            hold(refused.status() == 400 && refused.errorCode() == 400002);
            hold(refused.errors().get(0).field().equals("level"));
            hold(refused.requestId().equals("java-request"));
        }
    }

    private static void readAloud(Wenlu wenlu, Path recording) throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        String name = recording.getFileName().toString();
        for (Recording each : List.of(
                Recording.of(recording),
                Recording.of(bytes, name),
                Recording.of(new ByteArrayInputStream(bytes), name))) {
            SpeechReport report = wenlu.uploadfile(each, "你好。");
            hold(report.filename().equals(name));
            hold(report.totalScore() >= 0 && report.totalScore() <= 100);
        }
    }

    private static void hold(boolean condition) {
        if (!condition) {
            throw new AssertionError("does not hold");
        }
    }
}
