// Which worlds a round of a puzzle rules out: behind 'in denen'. Only these are looked up here. JSON, as in ../messages.js.
export const apart = true;
export const parts = [
  ["{what_one}, or the like of {n} others", "{what_one}, oder dasselbe für {n} andere gilt"],
  ["{a} does not know that {b} does not know {x}", "{a} nicht weiß, dass {b} {x} nicht weiß"],
  ["{a} knows that not {x}", "{a} weiß, dass {x} falsch ist"],
  ["{a} does not know that {x}", "{a} nicht weiß, dass {x} gilt"],
  ["{a} knows that {x}", "{a} weiß, dass {x} gilt"],
  ["{a} knows {x} and {y}", "{a} {x} weiß und {y} gilt"],
  ["{a} does not know {x}", "{a} {x} nicht weiß"],
  ["{a} knows {x}", "{a} {x} weiß"],
  ["{a} and {b} is false", "{a} gilt und {b} falsch ist"],
  ["{f} is false", "{f} falsch ist"],
  ["not {x}", "{x} falsch ist"]
];

export default [];
