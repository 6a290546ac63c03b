"""The service as it runs: calls, pages, quota, crashes."""
