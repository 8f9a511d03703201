"""Somebody at a browser: sees the page, presses what can be pressed."""

import json
import random
import re
from fractions import Fraction

from playwright.sync_api import Error as NoPage
from playwright.sync_api import TimeoutError as NotInTime
from playwright.sync_api import expect

PATIENCE = 180_000
"""Milliseconds that a page is given to come to a state: a busy machine is no fault."""
RESTING = "/healthz"
"""Where a page waits for the next player: of the same site, so that the browser keeps its process; no script runs."""
FIRST = "/new/tactical_combat/first-firefight"
PLACE = """step => {
  const reach = document.querySelector('path.reach'), board = document.querySelector('.board');
  if (!reach) return [];
  const box = board.getBoundingClientRect(), matrix = reach.getScreenCTM().inverse(), found = [];
  for (let x = box.left + 15; x < box.right - 15; x += step)
    for (let y = box.top + 15; y < box.bottom - 15; y += step) {
      const point = new DOMPoint(x, y).matrixTransform(matrix);
      const under = document.elementFromPoint(x, y);
      const free = under && under.closest('.world') && !under.closest('.piece');
      if (free && reach.isPointInFill(point)) found.push([x, y]);
    }
  return found;
}"""
LISTED = ", ".join(f"{bar} [role=group]:not([aria-label=Shortcuts]) .button" for bar in (".lists", ".choices"))
"""What the decision offers as a list; shortcuts only save presses, and taking them up again and again leads nowhere."""
CHOICES = """() => ({
  pieces: [...document.querySelectorAll('.board .piece.can')].map(each => Number(each.dataset.piece)),
  reach: document.querySelector('path.reach') !== null,
  menu: document.querySelectorAll('.menu button').length,
  dial: document.querySelectorAll('.dial .mark').length,
  buttons: [...document.querySelectorAll('.buttons .button:not(:disabled)')].map(e => e.innerText)
    .filter(words => words !== 'Undo'),
  lists: document.querySelectorAll(LISTED).length,
})""".replace("LISTED", repr(LISTED))
PRESS = """id => document.querySelector(`.board [data-piece='${id}']`)
  ?.dispatchEvent(new MouseEvent('click', {bubbles: true}))"""


def in_percent(chance):
    """A chance as pages write it."""
    return f"{round(float(100 * Fraction(chance)), 1):g} %"


class Contexts:
    """Pages that are used again, by the size of their screens: whoever comes next finds the program already fetched,
    compiled and in memory, which saves most of what a page costs, and nothing else of the one who left.
    """

    def __init__(self, browser):
        self._browser = browser
        self._free = {}

    def take(self, width, height):
        """A page in a context without cookies and storage."""
        free = self._free.get((width, height))
        if free:
            return free.pop()
        touch = width < 700
        size = {"width": width, "height": height}
        return self._browser.new_context(viewport=size, has_touch=touch, is_mobile=touch).new_page()

    def give_back(self, page, width, height, url):
        """Forget who was there: only what the browser has fetched is kept. Where the server is gone, nothing is."""
        context = page.context
        try:
            page.unroute_all()
            page.goto(url + RESTING)
        except NoPage:
            context.close()
            return
        for other in context.pages:
            if other is not page:
                other.close()
        page.mouse.move(-1, -1)
        page.evaluate("() => { sessionStorage.clear(); window.name = '' }")
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
        session.detach()
        context.clear_cookies()
        self._free.setdefault((width, height), []).append(page)


class Player:
    """One browser with cookies of its own."""

    def __init__(self, contexts, url, width, height, settings):
        self.url = url
        self.faults = []
        self._contexts, self._size = contexts, (width, height)
        self.page = contexts.take(width, height)
        self.context = self.page.context
        wishes = json.dumps({"speed": 0, "motion": "still", "theme": "light", **settings})
        self._wishes = self.page.add_init_script(
            "localStorage.getItem('sandtable.settings') ?? "
            f"localStorage.setItem('sandtable.settings', {json.dumps(wishes)})"
        )
        self.page.set_default_timeout(PATIENCE)
        self._heard = {"pageerror": self._failed, "console": self._hear, "response": self._answered}
        for event, heard in self._heard.items():
            self.page.on(event, heard)
        self.forgiven = re.compile("^$")
        self.chance = random.Random(7)
        self.eager = 0.85  # how likely a piece is chosen before a button

    def _failed(self, fault):
        self.faults.append(f"page error: {fault}")

    def _hear(self, message):
        if message.type in ("error", "warning") and not self.forgiven.search(message.text):
            self.faults.append(f"{message.type}: {message.text}")

    def _answered(self, response):
        if response.status >= 400 and not self.forgiven.search(str(response.status)):
            asked = response.request
            self.faults.append(f"{response.status} for {asked.method} {asked.url} {asked.post_data}")

    def leave(self):
        for event, heard in self._heard.items():
            self.page.remove_listener(event, heard)
        self._wishes.close()
        self._contexts.give_back(self.page, *self._size, self.url)

    def go(self, path):
        self.page.goto(self.url + path)
        return self.page

    def button(self, name, **how):
        return self.page.get_by_role("button", name=name, **how).first

    # A game

    @property
    def state(self):
        return self.page.locator("[data-state]").get_attribute("data-state")

    @property
    def sequence(self):
        return int(self.page.locator("[data-sequence]").get_attribute("data-sequence") or -1)

    def wait(self, *states):
        """Until the page is in one of these states."""
        self.page.wait_for_function(
            "them => them.includes(document.querySelector('[data-state]')?.dataset.state)", arg=list(states)
        )
        return self.state

    def settled(self):
        """Until nothing is under way."""
        return self.wait("asked", "pending", "over", "others", "handover")

    def set_up(self, how, side=None, path=FIRST, **more):
        """Make a game on the set-up page."""
        self.go(path)
        self.page.get_by_text(how, exact=True).click()
        if side:
            self.page.locator(".pill", has_text=side).click()
        for label, value in more.items():
            self.page.get_by_label(label, exact=True).select_option(value)
        self.page.locator("button.start").click()
        self.page.wait_for_url("**/games/*")

    def ask(self, path, body):
        """Send something to the server, as the page of this person does; returns the answer."""
        http, cookies = self.context.request, {}
        while "csrftoken" not in cookies:
            assert http.get(self.url + "/api/me").ok
            cookies = {each["name"]: each["value"] for each in self.context.cookies(self.url)}
        kind = "application/jsonl" if isinstance(body, bytes) else "application/json"
        headers = {"x-csrftoken": cookies["csrftoken"], "content-type": kind}
        answer = http.post(self.url + path, data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def begin(self, scenario, seats=("me", "bot"), **more):
        """Go straight to a new game; the set-up page, where people make one, has tests of its own."""
        asked = {"scenario": scenario, "seats": [{"who": seat} for seat in seats], **more}
        return self.go(f"/games/{self.ask('/api/games', asked)['id']}")

    def bring_in(self, record):
        """Go straight to a game that goes on from a record, as the home page makes one of a file."""
        return self.go(f"/games/{self.ask('/api/records', record)['id']}")

    def play_first_firefight(self):
        """Against a bot, and past the set-up of the stands."""
        self.begin("tactical_combat/first-firefight")
        self.wait("asked")
        self.button("Set up the rest as suggested").click()
        self.page.wait_for_function("() => document.querySelectorAll('.piece.can').length > 3")

    def press(self, piece):
        """Press a stand by its id or its name, wherever it is."""
        if isinstance(piece, str):
            piece = self.page.locator(f".board [data-piece][aria-label^='{piece},']").get_attribute("data-piece")
        self.page.evaluate(PRESS, int(piece))

    def choose(self, words):
        """Choose from the plain list, sitting down first where another player sat."""
        if self.settled() == "handover":
            self.step()
        self.page.get_by_role("tab", name="List").click()
        before = self.sequence
        self.page.get_by_role("list", name="Choices").or_(self.page.get_by_role("list", name="Places")).get_by_role(
            "button", name=words, exact=True
        ).first.click()
        if self.later(before, "pending") == "pending":
            self.page.locator(".pending .go").click()
            self.later(before)

    def later(self, sequence, *states):
        """Until the game has gone on, another player is asked to sit down, or the page is in one of these states."""
        self.page.wait_for_function(
            """([sequence, states]) => {
              const {sequence: now, state} = document.querySelector('[data-state]').dataset;
              return Number(now) > sequence || states.includes(state);
            }""",
            arg=[sequence, ["handover", "over", *states]],
        )
        return self.settled()

    def click_place(self):
        """Click somewhere in the shaded region, once it is drawn; whether a free place was in sight."""
        self.our_turn()
        self.page.locator("path.reach").first.wait_for(state="attached")
        return self._try_place()

    def _try_place(self):
        """The same with what is drawn at this moment, if anything is."""
        points = self.page.evaluate(PLACE, 13) or self.page.evaluate(PLACE, 6)
        if not points:
            return False
        self.page.mouse.click(*self.chance.choice(points))
        return True

    def step(self):
        """Choose something, or confirm what was chosen; returns the state before."""
        state = self.settled()
        if state == "handover":
            self._click_unless_gone(state, self.page.get_by_role("button", name=re.compile("^I play")))
        elif state == "pending":
            self._click_unless_gone(state, self.page.locator(".buttons .go").first)
        elif state == "asked":
            self._choose()
        elif state == "others":
            self.drawn()  # a bot thinks, or the other player: who sits there is not the test's to know
        return state

    def _click_unless_gone(self, state, button):
        """Standing orders, or the other player, may end what is asked before the mouse is there."""
        sequence = self.sequence
        try:
            button.click(timeout=10_000)
        except NotInTime:
            if (self.state, self.sequence) == (state, sequence):
                raise

    def drawn(self):
        """Until the page shows what was last done to it."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def our_turn(self):
        """Until the other side, a bot, has done what it is asked."""
        return self.wait("asked", "pending", "over", "handover")

    def _choose(self):
        choices = self.page.evaluate(CHOICES)
        if choices["menu"]:
            self.page.evaluate(
                "n => document.querySelectorAll('.menu button')[n].click()", self.chance.randrange(choices["menu"])
            )
        elif choices["pieces"] and (self.chance.random() < self.eager or not (choices["reach"] or choices["buttons"])):
            self.press(self.chance.choice(choices["pieces"]))
        elif choices["lists"]:
            self.page.evaluate(
                "([listed, n]) => document.querySelectorAll(listed)[n].click()",
                [LISTED, self.chance.randrange(choices["lists"])],
            )
        elif choices["reach"] and self._try_place():
            pass
        elif choices["dial"]:
            self.page.evaluate(
                "n => document.querySelectorAll('.dial .mark')[n]"
                ".dispatchEvent(new MouseEvent('click', {bubbles: true}))",
                self.chance.randrange(choices["dial"]),
            )
        elif choices["buttons"]:
            self.page.evaluate(
                "name => [...document.querySelectorAll('.buttons .button')].find(e => e.innerText === name)?.click()",
                self.chance.choice(choices["buttons"]),
            )
        elif choices["reach"]:
            self.page.keyboard.press("0")
        self.drawn()

    def play_on(self, most=600):
        """Play against a bot, or alone, until the game is over."""
        for _ in range(most):
            self.our_turn()
            if self.step() == "over":
                return
        raise AssertionError(f"the game did not end: {self.page.locator('.prompt').first.inner_text()}")

    def log(self):
        """What the log says."""
        return self.page.get_by_role("log", name="Log of the game").inner_text()

    def expect_text(self, text):
        expect(self.page.get_by_text(text).first).to_be_visible()
