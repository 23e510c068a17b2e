// How far a student has come, and in which order: kept in this browser.
import { remember, remembered } from "../recall.js";
import { Kept } from "../study.js";

const KEY = "mystpy.course.path";
const KNOWLEDGE = [1, 6, 5, 7, 4, 2, 3];
const kept = new Kept("course.progress"); // rows by chapter: { ran: [cells], end }
const solved = new Kept("exercises"); // what the room of exercises keeps

export const PATHS = ["thesis", "knowledge"];
export const chapterNumber = ({ title }) => parseInt(title, 10);

/** The path that was chosen. */
export function path() {
  const found = remembered(KEY);
  return PATHS.includes(found) ? found : PATHS[0];
}
export const choosePath = (name) => remember(KEY, name);

/** The chapters in the order of the path; those that it leaves out follow. */
export function inOrder(chapters) {
  if (path() === "thesis") return chapters;
  const place = (one) => (KNOWLEDGE.indexOf(chapterNumber(one)) + 1 || KNOWLEDGE.length + chapterNumber(one));
  return [...chapters].sort((a, b) => place(a) - place(b));
}
/** Whether a chapter is on the path that is chosen, or follows it. */
export const onPath = (one) => path() === "thesis" || KNOWLEDGE.includes(chapterNumber(one));

const rowOf = (name) => {
  const { ran, end } = kept.get(name);
  return { ran: Array.isArray(ran) ? ran : [], end: end === true };
};

/** A cell has run. */
export function cellRan(name, n) {
  const row = rowOf(name);
  if (!row.ran.includes(n)) kept.set(name, { ...row, ran: [...row.ran, n] });
}

/** The end of a chapter was seen. */
export function reachedEnd(name) {
  const row = rowOf(name);
  if (!row.end) kept.set(name, { ...row, end: true });
}

export const isSolved = (exercise) => solved.get(exercise).result === "right";

/** How far: cells run, whether the end was seen, exercises solved, and all of it as a share. */
export function progress({ name, cells, exercises = [] }) {
  const { ran, end } = rowOf(name);
  const done = ran.filter((n) => n <= cells).length;
  const right = exercises.filter(({ exercise }) => isSolved(exercise)).length;
  const all = (cells ?? 0) + exercises.length + 1;
  return { ran: done, end, right, share: (done + right + (end ? 1 : 0)) / all };
}
