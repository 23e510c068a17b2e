// Chapters of the course in the language of the page, where there is a translation.
import { h } from "./dom.js";
import { language, t } from "./texts.js";

/** The chapters with their titles in this language; `lang` is the language that each is in. */
export function translated(rows) {
  return rows.map((row) => {
    const lang = row.titles?.[language] ? language : "en";
    return { ...row, lang, title: row.titles?.[language] ?? row.title, file: lang === "en" ? `course/${row.name}` : `course/${lang}/${row.name}` };
  });
}

/** That a chapter is in English only; null in English. */
export function onlyEnglish({ lang }) {
  return lang === language ? null : h("p", { class: "hint" }, t("course.english"));
}
