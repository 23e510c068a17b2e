import { gallery } from "./gallery.js";

export const open = (content, rest) => gallery(content, "puzzles", rest);
