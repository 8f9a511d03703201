"""A table to attack: Anna plays side 0, Ben side 1; Eve has an account and no seat; nobody has no cookie at all."""

import itertools
import json
import random
import secrets
import time

from websockets.exceptions import ConnectionClosed

PASSWORD = "correct horse"
_numbers = itertools.count(1)


class Table:
    """A game that waits for one of its players."""

    def __init__(self, server, scenario="demo/bridge"):
        self.server = server
        self.anna, self.ben, self.eve = (self._somebody(name) for name in ("Anna", "Ben", "Eve"))
        self.nobody = server.visitor()
        seats = [{"who": "me"}, {"who": "invite"}]
        made = self.anna.post("/api/games", {"scenario": scenario, "seats": seats})
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        self.invitation = made.json()["invitations"][0]["token"]
        self.path = f"/api/games/{self.id}"
        joined = self.ben.post(f"{self.path}/join", {"token": self.invitation})
        assert joined.status_code in (200, 201), joined.text
        self.players = {0: self.anna, 1: self.ben}

    def _somebody(self, name):
        visitor = self.server.visitor()
        visitor.name = f"{name} {next(_numbers)}"
        made = visitor.post("/api/accounts", {"name": visitor.name, "password": PASSWORD})
        assert made.status_code == 201, made.text
        return visitor

    def view(self, side):
        answer = self.players[side].get(f"{self.path}/view", params={"side": side})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def deciding(self):
        """A side that must decide, and its view."""
        for side in self.players:
            view = self.view(side)
            if view["decision"] is not None:
                return side, view
        raise AssertionError("nobody must decide")

    def standing(self):
        """All that must not change when an attack is refused: both views, the seats, the chat, the notes."""
        told = [without_time(self.view(side)) for side in self.players]
        info = self.anna.get(self.path).json()
        told.append({name: value for name, value in info.items() if name not in ("clock", "clocks")})
        told += [
            player.get(f"{self.path}/{what}").json() for player in self.players.values() for what in ("chat", "notes")
        ]
        return told

    def action(self, side, view=None, **changed):
        """An action as the deciding side could send it, with some of it changed."""
        view = view or self.view(side)
        verb, target = first(view["decision"]) if view["decision"] else ("end", None)
        asked = {
            "side": side,
            "sequence": view["sequence"],
            "key": secrets.token_hex(8),
            "verb": verb,
            "target": target,
        }
        return {**asked, **changed}


def without_time(view):
    return {name: value for name, value in view.items() if name not in ("clocks", "time")}


def first(decision):
    """Some action that is offered."""
    offer = decision["offers"][0]
    if offer["targets"] is not None:
        return offer["verb"], offer["targets"][0]
    if offer["ranges"] is not None:
        return offer["verb"], offer["ranges"][0][0]
    return offer["verb"], None


def offered(decision, verb, target):
    """Whether an action is among the offers."""
    for offer in decision["offers"]:
        if offer["verb"] == verb:
            if offer["targets"] is not None:
                return any(type(each) is type(target) and each == target for each in offer["targets"])
            if offer["ranges"] is not None:
                return type(target) is int and any(low <= target <= high for low, high in offer["ranges"])
            return target is None
    return False


def illegal_actions(decision, seed):
    """Actions without end that are not offered: near misses, other verbs, nonsense."""
    drawn = random.Random(seed)
    verbs = [offer["verb"] for offer in decision["offers"]]
    known = ["place", "move", "fire", "pass", "end", "done", "rally", "hold", "select", "undo", "__init__", "", "fire "]
    targets = [t for offer in decision["offers"] for t in (offer["targets"] or ())]
    while True:
        verb = drawn.choice([drawn.choice(verbs), drawn.choice(known), "x" * drawn.randint(1, 200)])
        near = drawn.choice(targets) if targets else 0
        target = drawn.choice(
            [
                None,
                drawn.randint(-5, 3000),
                near + 1 if isinstance(near, int) else f"{near}x",
                str(near),
                drawn.choice(["", "0101", "Red A", "\u202e", "'; DROP TABLE games; --"]),
                drawn.choice([2**53, -(2**53), -1]),
            ]
        )
        if not offered(decision, verb, target):
            yield verb, target


def next_message(socket, kind, patience=30):
    """The next message of a kind on a WebSocket."""
    until = time.monotonic() + patience
    while True:
        message = json.loads(socket.recv(timeout=max(0.1, until - time.monotonic())))
        if message["type"] == kind:
            return message


def closed(socket, patience=30):
    """The code with which the server closes a WebSocket, after whatever else it says."""
    until = time.monotonic() + patience
    try:
        while True:
            socket.recv(timeout=max(0.1, until - time.monotonic()))
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else None
