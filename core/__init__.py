"""Everything the service does; `core.api.Core` is the door."""
