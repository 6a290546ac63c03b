"""Items as files of other systems: GIFT, Moodle XML, QTI 2.1, CSV, Anki, and the printed paper."""
