"""What a receipt of an erasure says to people."""

from __future__ import annotations

from core.access.student_files.words import kind_of
from core.records.student_copies import ErasureReceipt
from core.wire import Language

COMMAND_LINE = "command-line"
"""Stands for the account of whoever erases on the server."""


def receipt_text(receipt: ErasureReceipt, language: Language, *, asked_by: str) -> str:
    """The receipt as a text; `asked_by` is the name of whoever asked."""
    chinese = language == "zh"
    total = sum(receipt.counts.values())
    counts = [f"  {kind_of(name).get(language)}: {count}" for name, count in receipt.counts.items()]
    when = f"{receipt.erased_at:%Y-%m-%d %H:%M:%S} UTC"
    if chinese:
        lines = [
            f"删除回执 {receipt.receipt_id}",
            f"时间：{when}",
            f"操作人：{asked_by}",
            f"共删除 {total} 条记录：",
            *counts,
            f"清单的 SHA-256：{receipt.counts_sha256}",
            f"学号的加盐哈希：{receipt.subject_hash}（盐：{receipt.salt}）",
            "",
            "学号只以加盐哈希的形式保存，知道或猜到学号的人可以核对：wenlu people receipts --student。",
            "在此时间之前做的备份里仍有这名学生的数据，请按学校的期限删除；如果恢复了这样的备份，请再删除一次。",
            "已经导出的文件、发回家的报告和数据库以外的日志不受影响。",
        ]
    else:
        lines = [
            f"Receipt of an erasure {receipt.receipt_id}",
            f"When: {when}",
            f"Asked by: {asked_by}",
            f"Records removed: {total}",
            *counts,
            f"SHA-256 of this list: {receipt.counts_sha256}",
            f"Salted hash of the student's id: {receipt.subject_hash} (salt: {receipt.salt})",
            "",
            "The receipt holds the id only as a salted hash, by which who knows or guesses the id can check it: wenlu people receipts --student.",
            "Backups made before this time still hold the student: delete them when their time is over, and erase once more if one is restored.",
            "Files that were exported, reports that were sent home and logs outside the database are not reached by this.",
        ]
    return "\n".join(lines) + "\n"
