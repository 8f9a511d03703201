"""Assaults played through in the head: as often as need be, and never with another answer."""

import sandtable
from sandtable.bots.captain.rehearsing import Rehearsal
from sandtable.contract import play_out


def test_a_rehearsal_that_was_broken_off_goes_on_where_it_was(monkeypatch):
    asked = []
    taken = Rehearsal.taken

    def noted(self, state, side, hex, starts, least=0):
        asked.append((state, side, hex, starts))
        return taken(self, state, side, hex, starts, least)

    monkeypatch.setattr(Rehearsal, "taken", noted)
    game = sandtable.load("tcs/crossroads-1944")
    play_out(game, 2, "best", steps=400, finish=False)
    monkeypatch.undo()
    chances = set()
    for question in asked[:: max(1, len(asked) // 12)]:
        whole = Rehearsal(game).taken(*question)
        chances.add(whole)
        again = Rehearsal(game)
        assert again.taken(*question, 101) == 100
        for least in (90, 60, 30):
            found = again.taken(*question, least)
            assert found == whole if whole >= least else found < least
        assert again.taken(*question) == whole
    assert len(chances) > 1
