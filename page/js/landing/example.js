// The example as it was computed when the page was built, and its parts in words.
import { language, t } from "../texts.js";

export class Example {
  constructor(data) {
    this.data = data;
    this.sorts = data.sorts;
    this.cards = data.sorts.flatMap(([, cards]) => cards);
    this.players = data.players;
    this.holders = [t("landing.envelope"), ...data.players];
    this.turns = data.turns.length;
    this.chosen = Object.keys(data.why);
  }

  /** A card as it is printed, in this language if it is known. */
  printed(card) { return this.data.printed[language]?.[card] ?? this.data.printed.en[card]; }

  player(i) { return this.players[i - 1]; }

  listed(cards, type = "conjunction") {
    return new Intl.ListFormat(language, { type }).format(cards);
  }

  /** What a view has in a cell after a turn: y, n, or ? for what is not known. */
  value(view, turn, holder, card) {
    return this.data.views[view][turn][holder * this.cards.length + this.cards.indexOf(card)];
  }

  /** Why a cell is known: from which turn on, and what it rests on. */
  why(view, holder, card) {
    return this.data.why[view]?.[holder * this.cards.length + this.cards.indexOf(card)];
  }

  /** The knowers of a view. */
  knowers(view) { return view.split(",").map(Number); }

  question(view) {
    const [i, j, k] = this.knowers(view).map((one) => this.player(one));
    return t(k ? "landing.view.common" : j ? "landing.view.that" : "landing.view.one", { i, j });
  }

  /** What happens in a turn; before the first one, the deal. */
  story(turn) {
    if (!turn) return t("landing.story.deal");
    const { asker, cards, answers } = this.data.turns[turn - 1];
    const said = answers.map(([i, card]) => t(card ? "landing.story.shows" : "landing.story.passes",
      { name: this.player(i), to: this.player(asker), card: card && this.printed(card) }));
    return `${t("landing.story.asks", { name: this.player(asker), cards: this.listed(cards.map((card) => this.printed(card))) })} ${said.join(" ")}`;
  }
}
