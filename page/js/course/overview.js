// The overview of the course: what each chapter is about, how long it takes, how far one is.
import { h, said } from "../dom.js";
import { t } from "../texts.js";
import { PATHS, chapterNumber, choosePath, inOrder, onPath, path, progress } from "./progress.js";

/** The overview; `again` is called when another path is chosen. */
export function overview(chapters, again) {
  const ordered = inOrder(chapters);
  const now = path();
  const next = ordered.find((one) => progress(one).share < 1 && onPath(one));
  const begun = ordered.some((one) => progress(one).share > 0);
  const row = (one) => {
    const { ran, end, right, share } = progress(one);
    const told = [t("course.minutes", { n: one.minutes }), t("course.cellsRun", { n: ran, of: one.cells }),
      one.exercises?.length ? t("course.solved", { n: right, of: one.exercises.length }) : null, end ? t("course.readToEnd") : null];
    return h("li", { class: "chapter", "data-chapter": one.name },
      h("a", { href: `#/course/${one.name}`, lang: one.lang }, one.title), h("p", {}, t(`course.about.${one.name}`)),
      h("p", { class: "hint" }, told.filter(Boolean).join(" · ")),
      h("progress", { max: "1", value: share, "aria-label": t("course.progress", { title: one.title }) }));
  };
  const listed = (rows, id) => h("ol", { id, class: "chapters" }, rows.map(row));
  const after = ordered.filter((one) => !onPath(one));
  return [
    h("fieldset", { class: "paths" }, h("legend", {}, t("course.path")), PATHS.map((name) => h("label", { class: "path" },
      h("input", { type: "radio", name: "path", value: name, checked: now === name, onchange: () => { choosePath(name); again(); } }),
      h("span", {}, h("b", {}, t(`course.path.${name}`)), " ", t(`course.path.${name}Text`))))),
    next ? h("p", {}, h("a", { class: "go-on", id: "go-on", href: `#/course/${next.name}` },
      t(begun ? "course.goOn" : "course.start", { title: next.title }))) : null,
    listed(ordered.filter(onPath), "chapters"),
    after.length ? h("h2", {}, t("course.after")) : null, after.length ? listed(after, "chapters-after") : null,
  ];
}

/** What a chapter needs that the chosen path has not had yet. */
export function needed(chapter) {
  const key = `course.need.${chapter.name}`;
  const words = t(key);
  return path() === "thesis" || words === key ? null : h("p", { class: "box needed", id: "needed" }, words);
}

/** The chapters before and after one, on the chosen path. */
export function neighbours(chapters, name) {
  const ordered = inOrder(chapters);
  const at = ordered.findIndex((one) => one.name === name);
  return [ordered[at - 1], ordered[at + 1]];
}

/** The exercises of a chapter that mark themselves, with a badge for what is solved. */
export function exercisesOf({ exercises = [], title }, isSolved) {
  const number = chapterNumber({ title });
  return h("section", { class: "box", id: "chapter-exercises" }, h("h2", {}, t("course.exercises")),
    h("ul", {}, exercises.map((one) => h("li", {}, said("a", one.title, { href: `#/exercises/${one.exercise}` }), " ",
      isSolved(one.exercise) ? h("span", { class: "verdict HOLDS" }, t("course.isSolved")) : null))),
    h("p", {}, h("a", { href: `#/exercises/chapter-${number}` }, t("course.allExercises"))));
}
