import { h, fill } from "./dom.js";
import { t } from "./texts.js";
export function open(content) { fill(content, h("h1", {}, t("table.title"))); }
