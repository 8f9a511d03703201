"""Reactions in their order beside the units they name, weapons in true hexes, sights, and data cards of TCS."""

import re

import pytest
from playwright.sync_api import expect

import sandtable
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.server.games.looking import preview
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.modern.antiaircraft import aa_reach
from sandtable.systems.tcs.modern.popups import Counter
from sandtable.systems.tcs.unitpages import page_card
from tests.browser.axe import faults
from tests.browser.moments import apart, box, go_on, inside, up_to
from tests.browser.player import in_percent
from tests.browser.sizes import on_both

FULDA = ("tcs/fulda-1987", "best", 4)


def countered(game, state, side):
    """A helicopter has popped up, and the Soviets may counter it."""
    return side == 1 and isinstance(state.stack[-1], Counter) if state.stack and not state.secret else False


def mined(game, state, side):
    """Scattered mines lie on the map, and nobody is asked anything in secret."""
    return not state.secret and any(each.kind == "mines" and each.label for each in game.picture(state, side).patches)


def reacts(game, state, side):
    """Two pieces or more may react, and the side that is asked sees the trigger."""
    offers = game.decision(state, side).offers
    return game.reaction(state, side) is not None and sum(len(each.targets or ()) for each in offers) > 1


def pieces(page, ids):
    """The pieces of these numbers, where they are drawn."""
    return [box(page.locator(f".board [data-piece='{each}']")) for each in ids]


@on_both()
def test_a_pop_up_is_listed_step_by_step_with_those_who_may_still_act(sit_down, size):
    match = up_to(*FULDA, countered)
    told = match.game.picture(match.state, 1).exchange
    anna = sit_down(*size)
    page = go_on(anna, match)
    panel = page.get_by_role("region", name=told.title)
    expect(panel.locator(".stage > div > b")).to_have_text([each.words for each in told.stages])
    expect(panel.locator("[aria-current=step]")).to_have_count(1)
    expect(panel.locator("[aria-current=step]")).to_contain_text("Counter pop-up")
    able = next(each for each in told.stages if each.state == "now").pieces
    expect(panel.get_by_role("button", name="Counter pop-up")).to_have_count(len(able))
    expect(panel).to_contain_text(in_percent(told.stages[-2].exact))
    assert faults(page) == []
    page.wait_for_timeout(700)
    spoken = {n for each in told.stages for n in each.pieces}
    assert all(apart(box(panel), each) for each in pieces(page, spoken)), "it covers none of the units it lists"
    board = box(page.locator(".map"))
    assert all(inside(each, board) for each in pieces(page, spoken)), "and all of them are on the screen"
    if size[0] < 700:
        page.get_by_role("button", name="Show all", exact=True).click()
    for each in panel.locator(".stage").all():
        each.scroll_into_view_if_needed()
        assert inside(box(each), box(panel)), "no step is cut off"


def opens_fire(match):
    """What the first unit that may react does, as its player is shown it before the dice."""
    game, state, dice = match.game, match.state, Dice.seeded(1)
    choice = game.decisions(state)[0]
    offer = next(each for each in choice.offers if each.targets)
    state, _ = game.apply(state, choice.side, Action(offer.verb, offer.targets[0]), dice)
    return preview(game.view(state, choice.side), Action("fire"))


@on_both()
@pytest.mark.parametrize(
    ("name", "level", "seed", "rolls"),
    [
        ("tactical_combat/first-firefight", "random", 5, True),
        ("micro_armour/duel", "greedy", 3, False),  # here it is only chosen who fires
        (*FULDA, True),
    ],
    ids=["tactical_combat", "micro_armour", "tcs"],
)
def test_the_reaction_panel_and_the_card_of_odds_lie_beside_what_they_speak_of(
    sit_down, name, level, seed, rolls, size
):
    match = up_to(name, level, seed, reacts)
    anna = sit_down(*size)
    page = go_on(anna, match)
    panel = page.locator(".reactions")
    ways = panel.locator(".ways .button")
    expect(ways.first).to_be_visible()
    page.wait_for_timeout(700)
    can = [box(each) for each in page.locator(".board .piece.can").all()]
    assert all(apart(box(panel), each) for each in can)
    ways.last.scroll_into_view_if_needed()
    assert inside(box(ways.last), box(panel)), "its last entry is not cut off"
    if not rolls:  # the dice come when those who fire are chosen
        before = anna.sequence
        ways.first.click()
        anna.later(before)
        if size[0] > 700:
            anna.button("Open fire").hover()
        else:
            anna.button("Open fire").click()
            anna.wait("pending")
        told = page.locator(".map .card" if size[0] > 700 else ".question .odds")
        for each in opens_fire(match).odds[:3]:
            expect(told).to_contain_text(f"{each.words} {in_percent(each.chance)}")
    if size[0] > 700:
        if rolls:
            ways.last.hover()
        card = page.locator(".map .card")
        expect(card).to_be_visible()
        aimed = [box(each) for each in page.locator(".board .piece:has(.glow.aimed)").all()]
        assert all(apart(box(card), each) for each in aimed), "the card of odds does not lie on its target"
        assert apart(box(card), box(panel)), "nor on the panel"


@on_both()
def test_weapons_reach_in_true_hexes(sit_down, size):
    match = up_to(*FULDA, countered)
    world = match.game.world
    anna = sit_down(*size)
    page = go_on(anna, match)
    looks = match.game.look(match.state)
    gun = next(n for n in looks.on_map(1) if looks.world.kinds[n].atgm and aa_reach(world, n) > 0)
    page.get_by_role("button", name="Range rings (G)").click()
    piece = page.locator(f".board [data-piece='{gun}']")
    if size[0] > 700:
        piece.dispatch_event("pointermove", {"pointerType": "mouse", "bubbles": True})
    else:
        anna.press(gun)
    air, missile = page.locator("g.span.air"), page.locator("g.span.missile")
    expect(air).to_have_attribute("data-hexes", str(aa_reach(world, gun)))
    expect(missile).to_have_count(3)
    expect(page.locator("g.words.air")).to_contain_text("AA on")
    hexes = sum(
        world.ground.distance(looks.units[gun].at, hex) <= aa_reach(world, gun) for hex in range(world.ground.size)
    )
    area = air.locator("path.line").evaluate(
        """path => { const points = path.getAttribute('d').split(/[MLZ]/).filter(Boolean)
        .map(p => p.split(',').map(Number));
        return Math.abs(points.reduce((sum, [x, y], n) => { const [u, v] = points[(n + 1) % points.length];
        return sum + x * v - u * y; }, 0)) / 2; }"""
    )
    assert area / (3 * 3**0.5 / 2 * 42**2) == pytest.approx(hexes, rel=0.01), "as many hexes as the rule says"


def test_scattered_mines_show_the_turns_they_last(sit_down):
    match = up_to(*FULDA, mined)
    side = match.game.decisions(match.state)[0].side
    left = {each.label for each in match.game.picture(match.state, side).patches if each.kind == "mines" and each.label}
    page = go_on(sit_down(), match)
    expect(page.locator(".scattered text").first).to_be_attached()
    assert set(page.locator(".scattered text").all_text_contents()) == left


@on_both()
def test_the_sight_tool_shows_what_a_thermal_sight_sees(sit_down, size):
    match = up_to("tcs/night-crossing", "best", 1, thermal)
    game, side = match.game, match.game.decisions(match.state)[0].side
    unit = seeing(game, match.state, side)
    anna = sit_down(*size)
    page = go_on(anna, match)
    page.get_by_role("button", name="Sight from a point (S)").click()
    page.evaluate(
        """id => { const piece = document.querySelector(`.board [data-piece='${id}']`).getBoundingClientRect();
        document.querySelector('.pane').dispatchEvent(new MouseEvent('click', {bubbles: true,
        clientX: piece.x + piece.width / 2, clientY: piece.y + piece.height / 2})); }""",
        unit,
    )
    expect(page.locator("path.sighted")).to_be_attached()
    legend = page.get_by_role("list", name="What is seen")
    expect(legend).to_contain_text("seen only with thermal sights")
    legend.get_by_role("radio", name="Eyes").click()
    expect(page.locator("path.sighted")).to_have_count(0)


def seeing(game, state, side):
    """A unit of the side with thermal sights that sees more with them than with the eye."""
    units = game.look(state).units
    for n, unit in enumerate(units):
        if game.world.owners[n] == side and unit.at >= 0:
            words, more = game.sighted(state, side, unit.at)
            if "thermal" in words and len(more) > 3:
                return n
    return None


def thermal(game, state, side):
    """The side that decides has such a unit, and no secret round is on."""
    return not state.secret and seeing(game, state, side) is not None


@on_both()
def test_units_and_missiles_have_data_cards_with_chances_by_range(sit_down, size):
    anna = sit_down(*size)
    page = anna.go("/vehicles/tcs?vehicle=TOW+2+(missile)")
    card = page.get_by_role("region", name="Chances against each opponent")
    expect(card.get_by_role("columnheader", name="17-32")).to_be_attached()
    told = page_card("TOW 2 (missile)", 0, "open")
    row = next(each for each in told.against if each.name == "T-72B")
    line = card.get_by_role("row", name=re.compile("^T-72B"))
    assert [in_percent(each) for each in row.chances] == line.locator("td").all_inner_texts()
    page.get_by_label("Find a vehicle").fill("M1A1")
    page.get_by_role("button", name="M1A1 Abrams", exact=True).first.click()
    expect(page.get_by_role("heading", name="M1A1 Abrams")).to_be_visible()
    expect(card.get_by_role("columnheader", name="gun")).to_be_attached()
    assert faults(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]


def arracourt(game, state, side):
    """The German armor moves, with impulses and facing on the map."""
    if state.secret or not isinstance(game.asks(state, side), Act) or state.board.turn < 1:
        return False
    marks = {mark.kind for each in game.picture(state, side).pieces for mark in each.marks}
    return {"facing", "impulse"} <= marks


@on_both()
def test_facing_flanks_impulses_and_leaders_are_drawn(sit_down, size):
    match = up_to("tcs/arracourt-1944", "best", 3, arracourt)
    game, state = match.game, match.state
    side = game.decisions(state)[0].side
    shown = {each.id: {mark.kind: mark for mark in each.marks} for each in game.picture(state, side).pieces}
    turned = next(n for n, marks in shown.items() if "facing" in marks and game.look(state).units[n].at >= 0)
    moving = next(n for n, marks in shown.items() if "impulse" in marks)
    anna = sit_down(*size)
    page = go_on(anna, match)
    expect(page.locator(f".board [data-piece='{turned}'] path.facing")).to_be_attached()
    badge = page.locator(f".board [data-piece='{moving}'] [data-badge=impulse]")
    expect(badge).to_contain_text(shown[moving]["impulse"].label)
    page.locator(f".board [data-piece='{turned}']").dispatch_event(
        "pointermove", {"pointerType": "mouse", "bubbles": True}
    )
    expect(page.locator(f"[data-flanks='{turned}'] text")).to_have_text(["flank", "rear", "flank"])
    leads = {piece.id for piece in game.scene().pieces if piece.leader}
    standing = {each.id for each in game.picture(state, side).pieces if each.at is not None and not each.gone}
    assert leads & standing
    assert standing - leads
    stars = "all => all.map(star => Number(star.closest('[data-piece]').dataset.piece))"
    assert set(page.locator(".board [data-piece] .star").evaluate_all(stars)) == leads & standing


def test_a_piece_that_is_looked_at_and_one_that_is_selected_have_different_rims(sit_down):
    match = up_to(*FULDA, countered)
    anna = sit_down()
    page = go_on(anna, match)
    style = (
        "each => [getComputedStyle(each).strokeDasharray, getComputedStyle(each).stroke, getComputedStyle(each).fill]"
    )
    page.locator(".stage .who button").first.click()
    page.mouse.move(5, 5)
    looked = page.locator(".board rect.looked").first
    expect(looked).to_be_attached()
    glow = page.locator(".board rect.glow").first
    one, other = looked.evaluate(style), glow.evaluate(style)
    assert (one[0] != "none", other[0]) == (True, "none"), "dashes for information, a full line for what can be chosen"
    assert one[1] != other[1]


def test_the_start_needs_no_reaction_list():
    game = sandtable.load("tcs/fulda-1987")
    assert game.picture(game.start(Dice.seeded(1)), 0).exchange is None
