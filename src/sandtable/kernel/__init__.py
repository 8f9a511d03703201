"""The kernel: decisions, procedures, dice, odds, events, records. It knows no rules.

A system (a set of rules) is written as small procedures; see `docs/add-a-system.md`.
"""
