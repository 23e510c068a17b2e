// The workers in which mystpy runs. A question is a name and arguments; its answer a promise.
import { language, t } from "./texts.js";

/** A worker with a module of this page, under its Content-Security-Policy: the service worker sends
 * it with the module; before there is one, a blob takes it along from the page. */
export function workerOf(name) {
  const module = new URL(name, import.meta.url).href;
  if (navigator.serviceWorker?.controller) return new Worker(module, { type: "module", name: language });
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(module)};`], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module", name: language });
  worker.addEventListener("message", () => URL.revokeObjectURL(blob), { once: true });
  return worker;
}

export class Engine {
  constructor() {
    this.listeners = new Set();
    this.waiting = new Map();
    this.next = 0;
    this.state = { stage: "start" };
    this.start();
  }

  start() {
    const missing = document.documentElement.dataset.missing;
    if (missing) {
      this.tell({ stage: "unable", message: missing });
      this.ready = Promise.reject({ error: t("unable", { why: missing }) });
      this.ready.catch(() => {});
      return;
    }
    this.ready = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    this.ready.catch(() => {});
    this.worker = workerOf("./worker.js");
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.failed(event.message || "the worker did not start");
    };
  }

  /** Be told of each stage while the engines load, and the present one at once. */
  watch(listener) {
    this.listeners.add(listener);
    listener(this.state);
  }

  tell(state) {
    this.state = state;
    for (const listener of this.listeners) listener(state);
  }

  failed(message) {
    this.tell({ stage: "failed", message });
    this.settle.reject({ error: message });
    for (const { reject } of this.waiting.values()) reject({ error: message });
    this.waiting.clear();
  }

  heard(data) {
    if (data.whole) this.tell({ ...this.state, whole: true });
    else if (data.stage === "failed") this.failed(data.message);
    else if (data.stage) {
      this.tell(data);
      if (data.stage === "ready") this.settle.resolve();
    } else {
      const waiting = this.waiting.get(data.id);
      if (!waiting) return;
      if (data.told !== undefined) { waiting.tell?.(data.told); return; }
      this.waiting.delete(data.id);
      this.took = data.took; // milliseconds, for those who measure
      if (data.error !== undefined) waiting.reject({ ...data, english: true });
      else waiting.resolve(data.answer);
    }
  }

  /** The answer to a question; an error is an object with error and hint. */
  async ask(name, args = [], tell = null) {
    await this.ready;
    return new Promise((resolve, reject) => {
      const id = ++this.next;
      this.waiting.set(id, { resolve, reject, tell, begun: performance.now() });
      this.worker.postMessage({ id, name, args });
    });
  }

  /** For how many seconds the oldest question has waited for its answer. */
  busy() {
    const [oldest] = this.waiting.values();
    return oldest ? (performance.now() - oldest.begun) / 1000 : 0;
  }

  /** End whatever goes on. */
  stop() {
    const stopped = { stopped: true, error: t("stopped") };
    this.worker?.terminate();
    this.settle?.reject(stopped);
    for (const { reject } of this.waiting.values()) reject(stopped);
    this.waiting.clear();
  }

  /** End whatever goes on, and start anew; what `reopen` asks is asked first. */
  restart() {
    this.stop();
    this.tell({ stage: "start" });
    this.start();
    const first = this.reopen?.();
    if (first) this.ask(...first).catch(() => {});
  }
}

let table = null;
let begin = null;
/** The engine of the table, once somebody has asked for it. */
export const asked = new Promise((resolve) => { begin = resolve; });

/** The engine of the table, which is started once. */
export function engine() {
  if (!table) {
    table = new Engine();
    begin(table);
  }
  return table;
}
