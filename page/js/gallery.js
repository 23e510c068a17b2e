// Models and puzzles, drawn and solved by mystpy when the page was built.
import { h, fill, field, select } from "./dom.js";
import { t } from "./texts.js";

export async function gallery(content, kind, [name]) {
  const rows = await (await fetch(new URL(`../data/${kind}.json`, import.meta.url))).json();
  const place = h("div", {});
  const choice = select({ id: `${kind}-choice`, onchange: (event) => {
    history.replaceState(null, "", `#/${kind}/${event.target.value}`);
    show(event.target.value);
  } }, rows.map((row) => [row.name, row.title]), name ?? rows[0].name);

  function show(wanted) {
    const row = rows.find((one) => one.name === wanted) ?? rows[0];
    let stage = 0;
    const image = h("img", { alt: `${row.title}: ${row.text}`.slice(0, 600) });
    const count = h("p", { role: "status" });
    const draw = () => {
      image.src = `pictures/${row.pictures[stage]}`;
      fill(count, t("gallery.stage", { k: stage, n: row.pictures.length - 1 }));
      back.disabled = stage === 0;
      on.disabled = stage === row.pictures.length - 1;
    };
    const back = h("button", { class: "small", id: "back", onclick: () => { stage -= 1; draw(); } }, t("gallery.back"));
    const on = h("button", { class: "small", id: "on", onclick: () => { stage += 1; draw(); } }, t("gallery.on"));
    fill(place, h("h2", {}, row.title),
      row.pictures.length ? h("div", { class: "picture", tabindex: "0", role: "region", "aria-label": row.title }, image) : null,
      row.pictures.length > 1 ? [h("p", { class: "row" }, back, on), count] : null,
      row.text && kind === "models" ? h("p", { class: "hint" }, t("models.checks")) : null,
      row.text ? h("pre", { tabindex: "0" }, row.text) : null,
      h("details", {}, h("summary", {}, t("gallery.file")), h("pre", { class: "code", tabindex: "0" }, row.file)));
    if (row.pictures.length) draw();
  }
  fill(content, h("h1", {}, t(`${kind}.title`)), h("p", {}, t(`${kind}.intro`)),
    h("p", { class: "hint" }, t(`${kind}.static`)), field(t(`${kind}.choose`), choice), place);
  show(choice.value);
}
