"""The Tactical Combat Series (TCS), version 4.01, with the Modern Expansion and the optional armor rules.

A series of hex-and-counter games by Dean N. Essig: a unit is a platoon, a gun or a vehicle, and a hex spans
125 metres. The Modern Expansion was published by The Gamers, Inc. (1990), the charts of version 4.01 by
Multi-Man Publishing Inc. (2013).

This is an independent implementation. It is neither made nor endorsed by the author or the publishers, and
states the rules in its own words in `rules.csv`; the charts lie in `charts/`.
"""
