// The rooms by group: the name in the address, and the module that opens it. A new room is one line.
export const START = { start: "./landing/room.js" };

export const GROUPS = {
  play: {
    table: "./table.js",
    daily: "./daily/room.js",
  },
  learn: {
    course: "./course.js",
    exercises: "./exercises.js",
  },
  explore: {
    models: "./models.js",
    puzzles: "./puzzles.js",
  },
  theory: {
    theory: "./theory.js",
    theorems: "./theorems.js",
  },
  teach: {
    class: "./class/room.js",
  },
};

/** Rooms to which only links lead. */
export const LINKED = { worksheet: "./class/worksheet.js" };

/** The modules by the names of their rooms. */
export const ROOMS = Object.assign({}, START, LINKED, ...Object.values(GROUPS));
