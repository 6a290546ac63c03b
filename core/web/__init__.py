"""All of HTTP: the API over `ENDPOINTS`, and what surrounds every request: connections, addresses of callers, safety headers."""
