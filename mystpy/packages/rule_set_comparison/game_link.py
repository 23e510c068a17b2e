"""The words of a package, paired with those of the rule set that it claims to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from mystpy.compilation import NamedTuple
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.game.names import SHAPES, shape
from mystpy.packages.package import ActionSymbol, FluentSymbol, Package
from mystpy.packages.rule_set_comparison.copied_rules import action_names, parsed_files
from mystpy.packages.rule_set_comparison.rule_sets import (
    RuleSet,
    RuleSetFluent,
    rule_set,
)
from mystpy.packages.value_sorts import Element, PackageSort, evaluate


class LinkedAction(NamedTuple):
    """An action of the package, its name in the rule set, and its arguments there."""

    symbol: ActionSymbol
    name: str
    shape: tuple[str, ...]


class LinkedFluent(NamedTuple):
    """A fluent of the rule set, and the package's name and first arguments for it."""

    fluent: RuleSetFluent
    name: str
    first: tuple[str, ...]

    @property
    def arity(self) -> int:
        """How many arguments it has in the package, the situation included."""
        return len(self.first) + len(self.fluent.sorts) + 1


class GameLink:
    """A package and the game that it is by its claim.

    Raises QueryError, with file and line, where the claim does not fit the package.
    """

    def __init__(self, package: Package) -> None:
        assert package.claim is not None
        self.package, self.claim = package, package.claim
        self.rules: RuleSet = rule_set(self.claim.equals)
        self._there = {word: name for name, word in self.claim.names.items()}
        self._require_names()
        self.held = self._held()
        self.card_sort, self.holder_sort = self.held.sorts[1], self.held.sorts[0]
        self.open = self._open()
        self.game = self._game()
        self.open_cards = self._open_cards()
        self.players = self._players()
        self.holders = self._holders()
        self.cards = self._cards()
        self.fluents = tuple(self._fluents())

    def fault(self, message: str) -> QueryError:
        """Return an error with the place of the claim."""
        return QueryError(f"{self.claim.place}: {message}")

    def here(self, word: str) -> str:
        """Return the package's word for a word there."""
        return self._there.get(word, word)

    def there(self, word: str) -> str:
        """Return the word there for one of the package."""
        return self.claim.names.get(word, word)

    def _require_names(self) -> None:
        package = self.package
        known = {*package.fluents, *package.actions}
        for sort in package.sorts.values():
            if sort.sizes is None:
                known |= set(map(str, sort.elements))
        for name in self.claim.names:
            head = name.partition("(")[0]
            if head not in known and f"{head}(" not in package.axioms:
                raise self.fault(f"the package has no {head!r} to name")

    def _held(self) -> FluentSymbol:
        name = self.here(self.rules.held)
        found = self.package.fluents.get(name)
        if found is None:
            raise self.fault(f"the package has no fluent {name!r}, which is the deal")
        sets = any(sort.sizes is not None for sort in found.sorts)
        if not found.rigid or len(found.sorts) != 2 or sets:
            raise self.fault(f"{name} is not a rigid fluent of a holder and a card")
        return found

    def _open(self) -> FluentSymbol | None:
        """The fluent of the cards that lie open, if the package has one."""
        name = self.here(self.rules.face_up)
        found = self.package.fluents.get(name)
        if found is None:
            return None
        if not (found.rigid and [self.card_sort] == list(found.sorts)):
            raise self.fault(f"{name} is not a rigid fluent of a card")
        return found

    def open_card(self, atom: str) -> str | None:
        """Return the card there that lies open by an atom of the package, or None."""
        head, _, card = atom.removesuffix(")").partition("(")
        if self.open is None or head != self.open.name:
            return None
        return self.cards.get(card.strip())

    def _game(self) -> Game:
        package, rules = self.package, self.rules
        game_table: dict[str, object] = dict(rules.game)
        for size in rules.sizes:
            text = self.claim.constants.get(size)
            if text is None and size not in package.constants:
                raise self.fault(f"constants does not say what {size} is")
            game_table[size] = self._number(size)
        for size in rules.left:
            if (number := self._number(size, 0)) > 0:
                game_table[size] = number
        known = {*rules.sizes, *rules.left, rules.face_up}
        if extra := set(self.claim.constants) - known:
            raise self.fault(f"a game of {rules.name} has no constant {min(extra)!r}")
        if rules.sorted:
            game_table["sorts"] = {
                name: self._card_names(name) for name in self.claim.sorts
            }
        elif self.claim.sorts:
            raise self.fault(f"the cards of {rules.name} have no sorts")
        try:
            return Game.from_dict(game_table)
        except MystError as error:
            raise self.fault(f"this is no game of {rules.name}: {error}") from None

    def _open_cards(self) -> int:
        """How many of the cards that are left over lie open."""
        if self.open is None:
            return 0
        number = self._number(self.rules.face_up)
        if number > sum(self._number(size, 0) for size in self.rules.left):
            raise self.fault("more cards lie open than are left over")
        return number

    def _number(self, size: str, default: int | None = None) -> int:
        """Return a constant of the rule set from the package's constants."""
        text = self.claim.constants.get(size)
        if text is None and size not in self.package.constants and default is not None:
            return default
        try:
            return evaluate(text or size, self.package.constants)
        except QueryError as error:
            raise self.fault(f"{size} = {text!r}: {error}") from None

    def _card_names(self, sort: str) -> tuple[str, ...]:
        if sort not in self.package.sorts:
            raise self.fault(f"the package has no sort {sort!r}")
        return tuple(map(str, self.package.sorts[sort].elements))

    def _players(self) -> dict[Element, int]:
        agents = self.package.agents.elements
        if len(agents) != self.game.p:
            raise self.fault(
                f"there are {len(agents)} agents, but {self.game.p} players"
                f" by its constants"
            )
        found = {
            agent: self._numbered(agent, number)
            for number, agent in enumerate(agents, 1)
        }
        return self._paired("players", found, range(1, self.game.p + 1))

    def _paired(
        self, what: str, found: dict[Element, int], there: Iterable[int]
    ) -> dict[Element, int]:
        if sorted(found.values()) != sorted(there):
            said = ", ".join(f"{each} = {number}" for each, number in found.items())
            raise self.fault(
                f"{what} are paired {said}, but each needs another one there"
            )
        return found

    def _numbered(self, agent: Element, number: int) -> int:
        word = self.there(str(agent))
        if word != str(agent) and word.isdecimal():
            return int(word)
        return number

    def _holders(self) -> dict[Element, int]:
        """The holders of cards there, by those of the package."""
        here, there = self.holder_sort.elements, self.game.holders
        if len(here) != len(there):
            raise self.fault(
                f"there are {len(here)} holders of cards, but {len(there)} there"
            )
        found = {each: self._holder(each) for each in here}
        return self._paired("holders", found, there)

    def _holder(self, each: Element) -> int:
        free = [k for k in self.game.holders if k not in self.players.values()]
        names = dict(zip(self.game.holder_names, self.game.holders, strict=True))
        word = self.there(str(each))
        if each in self.players:
            return self.players[each]
        if word.isdecimal() and int(word) in free:
            return int(word)
        if word in names:
            return names[word]
        raise self.fault(f"{self.held.name} has a holder {each}: no holder there")

    def _cards(self) -> dict[str, str]:
        """The cards there, by those of the package."""
        here = tuple(map(str, self.card_sort.elements))
        there = self.game.cards
        if len(here) != len(there):
            raise self.fault(
                f"the sort {self.card_sort.name} has {len(here)} cards, but"
                f" {len(there)} are dealt by its constants"
            )
        if not self.rules.sorted:
            return dict(zip(here, there, strict=True))
        if set(here) != set(there):
            odd = min(set(here) ^ set(there))
            raise self.fault(f"the card {odd} is not in both decks")
        return {card: card for card in here}

    def _fluents(self) -> Iterator[LinkedFluent]:
        """The fluents of the rule set that the package has, declared or not."""
        for fluent in self.rules.fluents:
            name, _, rest = self.here(fluent.name).partition("(")
            first = tuple(x.strip() for x in rest.removesuffix(")").split(",") if rest)
            found = LinkedFluent(fluent, name, first)
            declared = self.package.fluents.get(name)
            if declared and len(declared.sorts) != found.arity - 1:
                raise self.fault(
                    f"{name} has {len(declared.sorts)} arguments, but {fluent.name}"
                    f" there has {len(fluent.sorts)}"
                )
            yield found

    @cached_property
    def actions(self) -> dict[str, LinkedAction]:
        """The actions of the package by name, which are those of the rule set."""
        kinds = action_names(parsed_files(self.rules.files()))
        found = {}
        for symbol in self.package.actions.values():
            name, arity = self.there(symbol.name), len(symbol.sorts)
            arities = [n for kind, n in kinds if kind == name]
            if not arities:
                raise self.fault(f"{self.rules.name} has no action {name!r}")
            if arity not in arities:
                raise self.fault(
                    f"{symbol.name} has {arity} arguments, but {arities[0]} there"
                )
            found[symbol.name] = self._action(symbol, name, arity)
        missing = [kind for kind, _ in kinds if self.here(kind) not in found]
        if missing:
            raise self.fault(
                f"the package has no action {self.here(missing[0])!r}, which"
                f" {self.rules.name} has"
            )
        return found

    def _action(self, symbol: ActionSymbol, name: str, arity: int) -> LinkedAction:
        assert name in SHAPES
        expected = shape(name, arity)
        for place, (sort, what) in enumerate(zip(symbol.sorts, expected, strict=True)):
            if not self._fits(sort, what):
                raise self.fault(
                    f"argument {place + 1} of {symbol.name} is a {sort.name}, but a"
                    f" {what} there"
                )
        if symbol.precondition:
            raise self.fault(f"{symbol.name} has a precondition about knowledge")
        if set(symbol.private) != set(self.rules.private.get(name, ())):
            raise self.fault(f"{symbol.name} has other private arguments there")
        return LinkedAction(symbol, name, expected)

    def _fits(self, sort: PackageSort, what: str) -> bool:
        if what == "player":
            return sort.elements == self.package.agents.elements and sort.sizes is None
        cards = set(sort.elements) == set(self.card_sort.elements)
        return cards and (sort.sizes is not None) == (what in self.rules.sets)
