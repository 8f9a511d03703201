"""Mutation: change one small thing in a rule, and see whether any test of its system notices.

`./test --mutate tcs` runs it; CONTRIBUTING.md says how to read the answer. `mutants` finds what can be changed, `lines`
which test runs which line, `trial` runs the tests on one mutant in a process of its own, `results` keeps what came of
it, and `run` puts these together.
"""
