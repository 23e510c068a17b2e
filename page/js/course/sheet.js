// The exercises of a chapter on paper: everything else is left out while it is printed.
import { h } from "../dom.js";
import { t } from "../texts.js";

/** A part of a chapter that can be printed alone. */
export function sheet(text, title) {
  const print = () => {
    document.body.classList.add("printing-sheet");
    addEventListener("afterprint", () => document.body.classList.remove("printing-sheet"), { once: true });
    window.print();
  };
  return h("section", { class: "exercise-sheet" }, h("p", { class: "sheet-head" }, t("course.sheetHead", { title })), text,
    h("p", {}, h("button", { type: "button", class: "small", id: "print-sheet", onclick: print }, t("course.print"))));
}
