// What an exercise gives, as a picture: cards in hands, turns in words, the model drawn.
import { h, fill, said } from "../dom.js";
import { language } from "../texts.js";
import { t } from "../texts.js";
import { modelPicture, study } from "../study.js";

/** The picture of what is given; null where there is none. */
export function givenOf(row) {
  const parts = [hands(row), turns(row), model(row)].filter(Boolean);
  return parts.length ? h("div", { id: "given-picture" }, parts) : null;
}

function hands({ holders, deck }) {
  if (!holders?.length) return null;
  return h("dl", { class: "hands" }, holders.flatMap(({ holder, size, cards }) => [
    h("dt", {}, holder === 0 ? t("exercise.pile") : t("exercise.player", { n: holder })),
    h("dd", {}, cards === null
      ? Array.from({ length: Math.min(size, 6) }, () => h("span", { class: "card hidden-card", "aria-hidden": "true" }, "?"))
        .concat(h("span", { class: "hint" }, t(size === 1 ? "exercise.oneUnknown" : "exercise.unknown", { n: size })))
      : cards.map((card) => h("span", { class: "card" }, card))),
  ]), h("dt", {}, t("exercise.deck")), h("dd", { class: "hint" }, deck.join(", ")));
}

function turns({ turns: all }) {
  const shown = (all ?? []).filter((one) => one.length);
  if (!shown.length) return null;
  return h("div", {}, shown.map((one) => h("ol", { class: "turns" }, one.map((action) => said("li", action)))));
}

function model({ model_svg: svg, file, exercise }) {
  if (!svg) return null;
  const place = h("div", { class: "picture", tabindex: "0", role: "region", "aria-label": t("exercise.modelDrawn") }, modelPicture(svg));
  if (language !== "en") redrawn(place, file, exercise);
  return place;
}

/** Draw the model again with words of this language, once Python is there: the page was built with English ones. */
async function redrawn(place, file, exercise) {
  try {
    await study().ready;
    const { model_svg: svg } = await study().ask("read_exercise", [file, `${exercise}.toml`]);
    if (svg) fill(place, modelPicture(svg, language));
  } catch { /* the other one stays */ }
}
