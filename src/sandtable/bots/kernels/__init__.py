"""The compiled loops of the bots, apart from the bots: to compile them needs no rules of any system."""
