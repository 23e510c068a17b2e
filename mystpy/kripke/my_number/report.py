"""The results: the table of conditions, and the verdicts on the source's claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mystpy.compilation import dataclass
from mystpy.intervals import Interval, wilson
from mystpy.kripke.my_number.board import Magic
from mystpy.kripke.my_number.experiment import ExperimentGames
from mystpy.kripke.my_number.play_condition import Choice, PlayCondition, SplitRule
from mystpy.kripke.my_number.sheets import CrossingOff
from mystpy.kripke.partition import Numbers

RESAMPLES = 2000
"""The number of samples from which `bootstrap` estimates an interval."""

Found = Mapping[PlayCondition, ExperimentGames]


def bootstrap(values: Numbers, seed: int = 1) -> Interval:
    """The mean of some whole numbers, with the bootstrap's interval of 95 %.

    `values` has shape (games,), at least one. Resampling games is drawing how often
    each of the few values occurs, so 2000 resamples take milliseconds.
    """
    found, counts = np.unique(values, return_counts=True)
    random = np.random.default_rng(seed)
    drawn = random.multinomial(len(values), counts / len(values), RESAMPLES)
    low, high = np.percentile(drawn @ found / len(values), [2.5, 97.5])
    return Interval(float(values.mean()), float(low), float(high))


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """One condition: turns of decided games, undecided ones, numbers of winners.

    `turns` is None where no game was decided; `winners` has how many games ended
    with 0, 1, 2 and 3 winners.
    """

    condition: PlayCondition
    turns: Interval | None
    undecided: Interval
    winners: tuple[int, int, int, int]


def row(games: ExperimentGames) -> ConditionRow:
    """The row of a condition."""
    decided = games.decided
    counts = np.bincount(games.winners, minlength=4)
    return ConditionRow(
        games.condition,
        bootstrap(games.turns[decided]) if decided.any() else None,
        _share(~decided),
        (int(counts[0]), int(counts[1]), int(counts[2]), int(counts[3])),
    )


@dataclass(frozen=True, slots=True)
class PublishedClaim:
    """A claim of the source, its verdict, and the numbers measured.

    `verdict` is `reproduced`, `partly`, `not reproduced`, or `premise not met` for a
    conditional. `in_text` says whether the claim is in the text of the source's page on
    methods; the others are from its page on conclusions, which is not among the texts
    that this project has.
    """

    said: str
    verdict: str
    found: str
    in_text: bool = False


def claims(found: Found) -> list[PublishedClaim]:
    """Every claim of the source for which the conditions that it needs were played."""
    crossed = [c for c in _CROSSED if _standard(Magic.NONE, c) in found]
    by_rule = [rule for rule in SplitRule if _kooi(rule, Magic.STEADY)[0] in found]
    pairs = [
        (rule, crossing)
        for rule in by_rule
        for crossing in crossed
        if _kooi(rule, crossing=crossing)[0] in found
    ]
    judges = (_changed, _by_one, _winners, _helps)
    made = [judge(found, crossing) for judge in judges for crossing in crossed]
    made += [_stalls(found, *pair) for pair in pairs]
    made += [_which(found, rule) for rule in by_rule]
    made += [second_half(found, *pair) for pair in pairs]
    return [*made, _steady(found)]


_CROSSED = (CrossingOff.WORLDS, CrossingOff.NUMBERS)
"""The two readings of crossing off; each claim is judged under both."""


def stalling(found: Found) -> dict[CrossingOff, list[SplitRule]]:
    """The rules under which Kooi's choice stalls over both sets of worlds."""
    return {
        crossing: [
            rule
            for rule in SplitRule
            if _kooi(rule, crossing=crossing)[0] in found
            and _stalls(found, rule, crossing).verdict == _verdict(True)
        ]
        for crossing in _CROSSED
    }


def _standard(
    magic: Magic, crossing: CrossingOff = CrossingOff.WORLDS
) -> PlayCondition:
    kept = crossing if magic is Magic.NONE else CrossingOff.WORLDS
    return PlayCondition(magic, Choice.STANDARD, crossing=kept)


def _kooi(
    rule: SplitRule,
    magic: Magic = Magic.NONE,
    crossing: CrossingOff = CrossingOff.WORLDS,
) -> tuple[PlayCondition, PlayCondition]:
    possible, full = (
        PlayCondition(magic, choice, rule, crossing)
        for choice in (Choice.POSSIBLE, Choice.FULL)
    )
    return possible, full


def _off(crossing: CrossingOff) -> str:
    """How a claim names what is crossed off."""
    return f"[{crossing} crossed off]"


def _verdict(wholly: bool, partly: bool = False) -> str:
    return "reproduced" if wholly else "partly" if partly else "not reproduced"


def percent(share: Interval) -> str:
    """For example `6.4 % (5.9 to 7.0)`."""
    value, low, high = (100 * part for part in share)
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def number(mean: Interval) -> str:
    """For example `8.18 (8.10 to 8.26)`."""
    return f"{mean.value:.2f} ({mean.lower:.2f} to {mean.upper:.2f})"


def _saved(
    found: Found,
    magic: Magic,
    than: Magic,
    crossing: CrossingOff = CrossingOff.WORLDS,
) -> np.typing.NDArray[np.int64]:
    """By how many turns each standard game is shorter than with less epistemagic."""
    more, less = found[_standard(magic)], found[_standard(than, crossing)]
    return less.turns - more.turns


def _share(mask: np.typing.NDArray[np.bool_]) -> Interval:
    return wilson(int(mask.sum()) / len(mask), len(mask))


def _changed(found: Found, crossing: CrossingOff) -> PublishedClaim:
    share = _share(_saved(found, Magic.ONCE, Magic.NONE, crossing) != 0)
    return PublishedClaim(
        "Epistemagic changes the number of turns in only a third of the games "
        f"{_off(crossing)}.",
        _verdict(share.lower <= 1 / 3 <= share.upper, 0.25 < share.value < 0.42),
        f"Standard game, once against none: changed in {percent(share)}.",
    )


def _by_one(found: Found, crossing: CrossingOff) -> PublishedClaim:
    saved = _saved(found, Magic.ONCE, Magic.NONE, crossing)
    changed = saved[saved != 0]
    overall = bootstrap(saved)
    text = f"Saved turns: {number(overall)} over all games"
    among = None
    if len(changed):
        among = bootstrap(changed)
        text += f", {number(among)} over those that changed"
    return PublishedClaim(
        f"The overall mean difference is near to one turn {_off(crossing)}.",
        _verdict(
            0.75 <= overall.value <= 1.25,
            0.5 <= overall.value or (among is not None and 0.5 <= among.value <= 1.5),
        ),
        f"{text}; an exhausted deck counts as 18.",
    )


def _winners(found: Found, crossing: CrossingOff) -> PublishedClaim:
    most = {
        magic: max(
            int(games.winners.max())
            for c, games in found.items()
            if c.magic is magic and (magic is not Magic.NONE or c.crossing is crossing)
        )
        for magic in Magic
    }
    held = most[Magic.NONE] <= 2 and most[Magic.ONCE] == 3 == most[Magic.STEADY]
    said = ", ".join(f"{most[magic]} ({magic})" for magic in Magic)
    return PublishedClaim(
        "Up to three win at once with epistemagic, at most two without "
        f"{_off(crossing)}.",
        _verdict(held),
        f"Most winners of a game: {said}. Without it the mover learns nothing in her "
        "own turn, so she cannot be among the first to know.",
    )


def _helps(found: Found, crossing: CrossingOff) -> PublishedClaim:
    saved = _saved(found, Magic.ONCE, Magic.NONE, crossing)
    longer = _share(saved < 0)
    left = [
        row(found[_standard(magic, crossing)]).undecided
        for magic in (Magic.NONE, Magic.ONCE)
    ]
    return PublishedClaim(
        f"Epistemic logic improves the chances of winning {_off(crossing)}.",
        _verdict(left[1].upper < left[0].lower),
        f"Undecided standard games: {percent(left[0])} without, {percent(left[1])} "
        f"with it once; a game becomes longer in {percent(longer)}.",
    )


def _stalls(found: Found, rule: SplitRule, crossing: CrossingOff) -> PublishedClaim:
    pair = _kooi(rule, crossing=crossing)
    shares = [row(found[condition]).undecided for condition in pair]
    standard = row(found[_standard(Magic.NONE, crossing)]).undecided
    worse = [share.lower > standard.upper for share in shares]
    return PublishedClaim(
        f"Kooi's choice without epistemic logic stalls (rule: {rule}) "
        f"{_off(crossing)}.",
        _verdict(all(worse), any(worse)),
        f"Undecided: {percent(shares[0])} over possible worlds, {percent(shares[1])} "
        f"over the full model; in the standard game {percent(standard)}.",
    )


def _which(found: Found, rule: SplitRule) -> PublishedClaim:
    pair = [found[condition].turns for condition in _kooi(rule, Magic.STEADY)]
    more = bootstrap(pair[1] - pair[0])
    sooner = more.value < 0
    shown = Interval(-more.value, -more.upper, -more.lower) if sooner else more
    return PublishedClaim(
        "If crossing off worlds matters most, Kooi's choice is most efficient over "
        f"possible worlds (rule: {rule}).",
        _verdict(more.lower > 0),
        f"Until steady, games over the full model take {number(shown)} turns "
        f"{'fewer' if sooner else 'more'}.",
        in_text=True,
    )


def second_half(found: Found, rule: SplitRule, crossing: CrossingOff) -> PublishedClaim:
    """Return the claim about the influence of the epistemic step.

    The influence is called large if the step shortens more than half of the games, over
    one of the two sets of worlds; the source gives no measure.
    """
    without, steady = (
        [found[c].turns for c in _kooi(rule, magic, crossed)]
        for magic, crossed in ((Magic.NONE, crossing), (Magic.STEADY, _CROSSED[0]))
    )
    pairs = zip(without, steady, strict=True)
    sooner = [_share(more > fewer) for more, fewer in pairs]
    gain = bootstrap(steady[0] - steady[1])
    is_large = max(share.lower for share in sooner) > 1 / 2
    return PublishedClaim(
        "If the epistemic step has a large influence, Kooi's choice may be most "
        f"efficient over the full model (rule: {rule}) {_off(crossing)}.",
        _verdict(gain.lower > 0) if is_large else "premise not met",
        "Until steady, games end sooner than without epistemagic in "
        f"{percent(sooner[0])} over possible worlds, in {percent(sooner[1])} over the "
        f"full model. The full model saves {number(gain)} turns.",
        in_text=True,
    )


def _steady(found: Found) -> PublishedClaim:
    share = _share(_saved(found, Magic.STEADY, Magic.ONCE) != 0)
    saved = bootstrap(_saved(found, Magic.STEADY, Magic.ONCE))
    return PublishedClaim(
        "Running epistemic logic more often in a turn can make a difference.",
        _verdict(share.lower > 0.01, share.lower > 0),
        f"Standard game, until steady against once: changed in {percent(share)}, "
        f"saved turns {number(saved)}.",
    )


def rows(found: Found) -> Sequence[ConditionRow]:
    """The rows of all conditions that were played, in their order."""
    return [row(games) for games in found.values()]
