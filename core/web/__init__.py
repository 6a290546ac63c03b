"""What stands around every request: connections, queues, addresses of callers, headers of safety."""
