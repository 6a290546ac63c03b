"""Every statement of the contract as a row of a table, checked against the served application on SQLite and PostgreSQL.

`statements/<part>.tsv`   the rows: id, source (document and heading), endpoint, statement, look, check
`table.py`                reads them
`language.py`             what the column `check` can say of a reply: a path into it and a predicate
`school.py`               what the column `look` names: the replies of a scripted school, and calls that differ from them
`checks/<part>.py`        functions for what needs several calls: `by <function> <arguments>`
`mutations.py`            breaks replies and counts which rows notice: `python -m tests.contract.mutations`
"""
