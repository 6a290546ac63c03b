"""Rows that capabilities and the store exchange: frozen, plain, without behaviour of either side."""
