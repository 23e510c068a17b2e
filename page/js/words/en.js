// The words of the page in English, a table for each part of it.
import frame from "./en/frame.js";
import landing from "./en/landing.js";
import table from "./en/table.js";
import theory from "./en/theory.js";
import theorems from "./en/theorems.js";
import models from "./en/models.js";
import puzzles from "./en/puzzles.js";
import course from "./en/course.js";
import exercises from "./en/exercises.js";
import daily from "./en/daily.js";
import classWords from "./en/class.js";

export default { ...frame, ...landing, ...table, ...theory, ...theorems, ...models, ...puzzles, ...course, ...exercises, ...daily, ...classWords };
