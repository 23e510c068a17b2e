"""The design of a tournament: the players, seats and cards of each of its games.

In the field: randomized complete block designs, each deal a block.

The setup of a game depends only on the seed, a secret if there is one, and the number
of the game. So games may be played in any order, by any number of processes, and a
single game may be played again.
"""

from __future__ import annotations

from random import Random

from mystpy import __version__
from mystpy.axioms import fingerprint
from mystpy.compilation import NamedTuple, dataclass
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import Deal
from mystpy.play.player import MOST
from mystpy.players.policy.private_streams import fingerprint_of, keyed_seed
from mystpy.players.registry import Option

_MOST_PREPARED = 9
"""With each further player the number of public states more than doubles."""


class Entrant(NamedTuple):
    """A player of a tournament: the name, the kind with its options, and the copies.

    `copies` of one entrant may play in one game, and count together.
    """

    name: str
    kind: str
    options: tuple[tuple[str, Option], ...] = ()
    copies: int = 1


class GameLimits(NamedTuple):
    """The limits of a game: the number of actions, and the seconds for each of them.

    With `known`, it is recorded when each player could first know the pile.
    """

    actions: int = MOST
    seconds: float | None = None
    known: bool = False


DEFAULT = GameLimits()


def game_title(game: Game) -> str:
    """Return a game in a line: its sizes if they suffice, else its first words."""
    if game.rules == "myst" and game.n is not None and not game.named:
        return f"MYST({game.m},{game.n},{game.p},{game.q})"
    return str(game).partition("\n")[0]


class Match(NamedTuple):
    """A game of a tournament before it is played: `seats` has the players 1, 2, ...

    Each seat has a random stream of its own, which follows from the seed of the deal,
    so that players who do the same have the same luck. No player gets the seed.
    """

    number: int
    game: Game
    deal: Deal
    seats: tuple[Entrant, ...]
    seed: str
    terms: GameLimits = DEFAULT

    def streams(self) -> list[Random]:
        """Return the random stream of each seat."""
        return [Random(f"{self.seed} seat {k}") for k in range(1, self.game.p + 1)]


@dataclass(frozen=True, slots=True)
class Tournament:
    """The games, their players, and the seed, which determines everything else.

    With a `secret` the deals and the random streams of the seats follow from both: an
    observer who knows only the seed cannot compute them.

    With `rotate` each deal is played once for each rotation of the players over the
    seats, in an order that is drawn again for each deal; else once, in the order of the
    entrants. If there are more entrants than seats, each deal has some of them, drawn
    evenly. Raises QueryError for too few or too many entrants, and for names that occur
    twice.
    """

    games: tuple[Game, ...]
    entrants: tuple[Entrant, ...]
    rotate: bool = True
    seed: int = 1
    terms: GameLimits = DEFAULT
    secret: str = ""

    def __post_init__(self) -> None:
        names = [entrant.name for entrant in self.entrants]
        for name in names:
            if names.count(name) > 1:
                hint = "each has a name of its own; copies = 2 seats one twice"
                raise QueryError(f"two players are called {name}", hint=hint, word=name)
        for game in self.games:
            self._require_full(game)

    def _require_full(self, game: Game) -> None:
        many = len(self.seated)
        if many < game.p or (many > game.p and not self.rotate):
            players = f"{many} player{'s' * (many != 1)}"
            hint = "write another [[player]], or copies = 2"
            if many > game.p:
                hint = 'with seats = "rotate" they take turns'
            text = f"there are {players} for the {game.p} seats of a game"
            raise QueryError(text, hint=hint)

    @property
    def seated(self) -> list[Entrant]:
        """Return the entrants, each as often as there are copies."""
        return [each for each in self.entrants for _ in range(each.copies)]

    @property
    def block(self) -> int:
        """Return how many games are played before each game has one more deal."""
        return sum(map(self._turns, self.games))

    def _turns(self, game: Game) -> int:
        return game.p if self.rotate else 1

    def match(self, number: int) -> Match:
        """Return the game with a number, from 0 on."""
        block, turn = divmod(number, self.block)
        index = 0
        while turn >= self._turns(self.games[index]):
            turn -= self._turns(self.games[index])
            index += 1
        game = self.games[index]
        seed = keyed_seed(f"mystpy {self.seed} deal {block} of {index}", self.secret)
        rng = Random(seed)
        deal = random_deal(game, rng)
        seats = rng.sample(self.seated, game.p) if self.rotate else self.seated
        order = tuple(seats[turn:] + seats[:turn])
        return Match(number, game, deal, order, seed, self.terms)

    def prepare(self) -> None:
        """Compute the public states of these games, unless there are too many players.

        They are cached on disk, where the processes of a machine find them. Otherwise
        they would be computed during play, whenever a player is first out.
        """
        for game in self.games:
            if game.p <= _MOST_PREPARED:
                transition_system_of(game.p, game.rule_set).complete()

    def blocks(self, games: int) -> int:
        """Return the least number of blocks with at least this number of games."""
        return -(-games // self.block)

    def head(self) -> dict[str, object]:
        """Return the data that identify the results of this tournament."""
        return {
            "tournament": __version__,
            "axioms": fingerprint(),
            "games": [game.to_dict() for game in self.games],
            "players": [
                {**each._asdict(), "options": dict(each.options)}
                for each in self.entrants
            ],
            "seats": "rotate" if self.rotate else "fixed",
            "seed": self.seed,
            **({"secret": fingerprint_of(self.secret)} if self.secret else {}),
            **self.terms._asdict(),
        }
