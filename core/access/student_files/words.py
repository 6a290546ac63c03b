"""What the files of a student's export are called, and what each is, for people to read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.wire import Bilingual

ITEMS = "questions"
MANIFEST = "manifest.json"
READ_ME = "README.txt"


KINDS: Mapping[str, tuple[str, Bilingual]] = {
    "account": ("sign_in", Bilingual(zh="登录账号（没有密码）", en="the sign-in, without its password")),
    "signin": ("signed_in_browsers", Bilingual(zh="登录过的浏览器", en="browsers that are signed in")),
    "known_client": ("known_browsers", Bilingual(zh="账号用过的浏览器，只有时间", en="when known browsers were last used")),
    "access_code": ("one_time_codes", Bilingual(zh="一次性登录码，只有时间", en="one-time codes, their times alone")),
    "student": ("student", Bilingual(zh="姓名、学号、讲解语言", en="name, number, language of explanations")),
    "answer": ("answers", Bilingual(zh="每一次作答和得分", en="every answer with its mark")),
    "evaluation": ("evaluations", Bilingual(zh="每一次提交的评分报告", en="the report on each submission")),
    "evidence": ("evidence", Bilingual(zh="由作答、作文、朗读得出的学习证据", en="what follows from answers, essays and readings")),
    "item_issue": ("questions_shown", Bilingual(zh="出过的题和时间", en="which question was shown when")),
    "practice_session": ("practice_rounds", Bilingual(zh="练习", en="rounds of practice")),
    "appeal": ("questions_to_the_teacher", Bilingual(zh="向老师提出的疑问和回复", en="questions to the teacher, with replies")),
    "ruled_answer": ("answers_ruled_on", Bilingual(zh="老师改判的作答", en="answers that a teacher ruled on")),
    "essay_evaluation": ("essays", Bilingual(zh="作文和批改报告", en="essays with their reports")),
    "essay_verdict": ("verdicts_on_corrections", Bilingual(zh="对批改的意见和老师的答复", en="verdicts on corrections, with the teacher's")),
    "essay_override": ("essay_scores_by_teacher", Bilingual(zh="老师给的作文分", en="essay scores by a teacher")),
    "writing": ("writing", Bilingual(zh="写作草稿和交上的作文", en="drafts and texts handed in")),
    "essay_marking": ("markings", Bilingual(zh="老师对作文的批改", en="how a teacher marked texts")),
    "essay_mark": ("marks_in_texts", Bilingual(zh="作文里的批注", en="marks in texts")),
    "voice_note": ("voice_notes", Bilingual(zh="老师的语音留言（声音在 sounds/ 里）", en="a teacher's voice notes (the sound is in sounds/)")),
    "speech_evaluation": ("readings", Bilingual(zh="朗读和评分报告", en="readings aloud with their reports")),
    "speech_recording": ("recordings", Bilingual(zh="朗读录音（声音在 sounds/ 里）", en="recordings (the sound is in sounds/)")),
    "point_mastery": ("mastery", Bilingual(zh="每个知识点的掌握情况", en="mastery of each point")),
    "learner_state": ("learner_state", Bilingual(zh="所有证据的累计", en="sums over all evidence")),
    "memory_state": ("memory", Bilingual(zh="复习卡片和记忆状态", en="review cards and memory")),
    "portrait_state": ("portrait", Bilingual(zh="学习画像", en="the portrait")),
    "first_portrait": ("first_portrait", Bilingual(zh="最初的画像：问卷和测试", en="the first portrait: questionnaire and tests")),
    "placement": ("placement_tests", Bilingual(zh="分级测试", en="placement tests")),
    "contest": ("contests", Bilingual(zh="对画像或地图提出的复核", en="checks of what portrait or map say")),
    "plan_settings": ("plan_settings", Bilingual(zh="学习计划的设置", en="settings of the plan")),
    "day_plan": ("plans", Bilingual(zh="每天的计划", en="the plan of each day")),
    "thing_done": ("things_done", Bilingual(zh="完成的学习内容", en="what was done of the plans")),
    "learning_goal": ("goals", Bilingual(zh="学习目标", en="goals")),
    "own_word": ("own_words", Bilingual(zh="自己收集的词", en="own words")),
    "story_read": ("stories_read", Bilingual(zh="读过的故事", en="stories that were read")),
    "assignment_student": ("assignments", Bilingual(zh="单独布置的作业", en="assignments given to single students")),
    "assignment_extension": ("extensions", Bilingual(zh="作业延期", en="more time for assignments")),
    "class_student": ("classes", Bilingual(zh="所在的班", en="classes")),
    "report_comment": ("report_comments", Bilingual(zh="老师在月报告下写的话", en="what teachers wrote under reports")),
    "peer_consent": ("study_peer_name", Bilingual(zh="学习伙伴里的化名", en="the made-up name among study peers")),
    "peer_request": ("study_peer_requests", Bilingual(zh="学习伙伴的请求", en="requests to study together")),
    "preferences": ("preferences", Bilingual(zh="页面设置", en="settings of the pages")),
    "idempotent_reply": ("remembered_replies", Bilingual(zh="为重复的接口调用暂存的回复", en="replies kept for repeated calls")),
    "lti_person": ("learning_platforms", Bilingual(zh="在学习平台上是谁（登录用，不随文件恢复）", en="who that is on learning platforms (by which they sign in; not brought back)")),
    "lti_course_member": ("platform_courses", Bilingual(zh="学习平台上的课程（不随文件恢复）", en="courses on learning platforms (not brought back)")),
    "lti_score": ("platform_scores", Bilingual(zh="传给学习平台的分数（不随文件恢复）", en="scores that were sent to learning platforms (not brought back)")),
    "roster_change": ("imports", Bilingual(zh="名单导入带来的变化", en="what imports of lists changed")),
}  # fmt: skip
"""By table. One that is not here goes by its own name: nothing is left out for want of words."""
QUESTIONS = Bilingual(zh="题目原文", en="the questions themselves")


def file_of(table_name: str) -> str:
    """The file in which the rows of a table stand.

    >>> file_of("answer"), file_of("table_of_a_later_day")
    ('answers.jsonl', 'table_of_a_later_day.jsonl')
    """
    stem = ITEMS if table_name == ITEMS else KINDS[table_name][0] if table_name in KINDS else table_name
    return f"{stem}.jsonl"


def kind_of(table_name: str) -> Bilingual:
    """What the rows of a table are."""
    if table_name == ITEMS:
        return QUESTIONS
    return KINDS[table_name][1] if table_name in KINDS else Bilingual(zh=table_name, en=table_name)


def read_me(counts: Mapping[str, int], left_out: Iterable[Bilingual]) -> str:
    """The text that explains the files, in both languages, with what is left out of a student's own copy."""
    chinese = [f"  {file_of(name)}　{kind_of(name).zh}，{count} 行" for name, count in counts.items()]
    english = [f"  {file_of(name)}: {kind_of(name).en}; rows: {count}" for name, count in counts.items()]
    not_here = list(left_out)
    but_zh, but_en = (
        ("，只缺下面写明不在其中的", ", but for what is listed below as not in here") if not_here else ("", "")
    )
    command = "wenlu people import-student"
    brought_zh = f"管理员可以用 {command} {'导入（不含上面列出的内容）' if not_here else '原样恢复'}"
    without = ", without what is listed above" if not_here else ""
    return "\n".join(
        (
            f"这里是 Wenlu 保存的关于一名学生的全部内容{but_zh}。",
            "每个 .jsonl 文件一行是一条记录（JSON），时间是 UTC。没有列出的文件表示没有这类内容。",
            *chinese,
            *(f"  不在其中：{each.zh}" for each in not_here),
            f"  {MANIFEST}　版本、行数和每个文件的 SHA-256",
            f"请妥善保管：文件没有加密。{brought_zh}；请不要解压后修改。",
            "",
            f"This is everything that Wenlu keeps about one student{but_en}.",
            "In a .jsonl file each line is one record (JSON); times are in UTC. A file that is not listed would have been empty.",
            *english,
            *(f"  Not in here: {each.en}" for each in not_here),
            f"  {MANIFEST}: versions, numbers of rows, the SHA-256 of each file",
            f"Keep it well: it is not encrypted. An administrator can bring it back by {command}{without}; do not change what is inside.",
            "",
        )
    )
