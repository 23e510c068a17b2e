// What a room was doing, kept in this browser.

/** Keep a value; nothing happens where nothing can be kept. */
export function remember(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* it is in the link, too */ }
}

/** What was kept, or null if it cannot be read. */
export function remembered(key) {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}
