"""Fixed and spoken formats (固定格式, 口语格式)."""
