"""Records that capabilities and the store exchange: frozen dataclasses without any behaviour of either side."""
