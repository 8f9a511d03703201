"""Tactical Combat, miniatures rules by David Newport.

A game of company and battalion actions of the Second World War and after, played with stands of infantry and
vehicles on a table: a stand is a squad or a platoon.

This is an independent implementation. It is neither made nor endorsed by the author, and states the rules in
its own words in `rules.csv`; the charts lie in `charts/`.
"""
