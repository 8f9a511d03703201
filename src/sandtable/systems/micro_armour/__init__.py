"""Micro Armour: The Game - Modern, the introductory tank rules.

A game of modern tank battles by GHQ (2002), played with 1/285th scale models on a table: a stand is a platoon
and an inch is a hundred metres. Micro Armour is a registered trademark of GHQ.

This is an independent implementation. It is neither made nor endorsed by GHQ, and states the rules in its own
words in `rules.csv`; the charts lie in `charts/`.
"""
