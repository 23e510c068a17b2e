// The words of the page in German, a table for each part of it.
import frame from "./de/frame.js";
import landing from "./de/landing.js";
import table from "./de/table.js";
import theory from "./de/theory.js";
import theorems from "./de/theorems.js";
import models from "./de/models.js";
import puzzles from "./de/puzzles.js";
import course from "./de/course.js";
import exercises from "./de/exercises.js";
import daily from "./de/daily.js";
import classWords from "./de/class.js";

export default { ...frame, ...landing, ...table, ...theory, ...theorems, ...models, ...puzzles, ...course, ...exercises, ...daily, ...classWords };
