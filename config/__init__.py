"""Wiring only: settings, addresses, the servers' entry points, and how a refusal becomes an answer."""
