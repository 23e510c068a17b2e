// HiGHS asked by text: a linear programme as JSON goes in, what it comes to comes out.

const FAILED = 4; // as scipy numbers it: 0 is an optimum, 4 what has no other number
const ENDS = { optimal: 0, timeLimit: 1, iterationLimit: 1, infeasible: 2, unbounded: 3 };

export const solver = (highs) => (text) => {
  const { options, ...given } = JSON.parse(text);
  const bounds = (some, none) => Float64Array.from(some, (bound) => bound ?? none);
  const programme = {
    ...given,
    colLower: bounds(given.colLower, -highs.infinity),
    colUpper: bounds(given.colUpper, highs.infinity),
    rowLower: bounds(given.rowLower, -highs.infinity),
    rowUpper: bounds(given.rowUpper, highs.infinity),
  };
  return highs.withModel(programme, (model) => {
    model.options.set({ output_flag: false, ...options });
    model.run();
    const ended = model.getModelStatus();
    const [message] = Object.entries(highs.constants.modelStatus).find(([, code]) => code === ended);
    const status = ENDS[message] ?? FAILED;
    if (status) return JSON.stringify({ status, message });
    const { colValue, rowDual } = model.getSolution();
    const value = model.getObjectiveValue();
    return JSON.stringify({ status, message, value, columns: [...colValue], duals: [...rowDual] });
  });
};
