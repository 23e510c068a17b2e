// Filters and sorts tables: those with the class data-table, and others with many rows.
// Without this script they are plain tables. It asks no server for anything.
(() => {
  "use strict";
  const MANY_ROWS = 20;

  const make = (name, attributes = {}, ...children) => {
    const one = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      one.setAttribute(key, value);
    }
    one.append(...children);
    return one;
  };

  const valueOf = (cell) => cell.dataset.value ?? cell.textContent.trim();

  const numberIn = (text) => {
    const fraction = /^\s*([-+]?\d+)\/(\d+)/.exec(text);
    if (fraction) return Number(fraction[1]) / Number(fraction[2]);
    const found = /^\s*[-+]?[\d,]*\.?\d+/.exec(text);
    return found ? Number(found[0].replaceAll(",", "")) : NaN;
  };

  const compared = (first, second) => {
    const [a, b] = [numberIn(first), numberIn(second)];
    if (!Number.isNaN(a) && !Number.isNaN(b) && a !== b) return a - b;
    if (!first !== !second) return first ? -1 : 1; // empty cells come last
    return first.localeCompare(second, undefined, {numeric: true});
  };

  class FilteredTable {
    constructor(table, number) {
      this.table = table;
      this.body = table.tBodies[0];
      this.rows = [...this.body.rows];
      this.heads = [...table.tHead.rows[0].cells];
      this.key = number ? `${number}.` : "";
      this.choices = new Map();
      this.sorted = null;
      this.addTools();
      this.heads.forEach((head, column) => this.addSorting(head, column));
      this.readAddress();
      this.show();
      addEventListener("hashchange", () => this.uncover());
      this.uncover();
    }

    addTools() {
      this.words = make("input", {type: "search", "aria-label": "Filter the rows"});
      this.words.placeholder = "Filter: all of these words";
      this.count = make("span", {class: "table-count", role: "status"});
      const tools = make("div", {class: "table-tools"}, this.words);
      this.heads.forEach((head, column) => {
        if (head.dataset.kind === "choice") tools.append(this.choice(head, column));
      });
      tools.append(this.sortingList());
      const clear = make("button", {type: "button"}, "Clear");
      clear.addEventListener("click", () => this.clear());
      tools.append(clear, this.count);
      this.words.addEventListener("input", () => this.show());
      const box = this.table.closest(".data-table-box, .table-wrapper") ?? this.table;
      box.before(tools);
    }

    choice(head, column) {
      const title = head.textContent.trim();
      const counts = new Map();
      for (const row of this.rows) {
        const value = valueOf(row.cells[column]);
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      const list = make("select", {"aria-label": title});
      list.append(make("option", {value: ""}, `${title}: all`));
      for (const value of [...counts.keys()].sort(compared)) {
        const words = `${value || "none"} (${counts.get(value)})`;
        list.append(make("option", {value}, words));
      }
      list.addEventListener("change", () => this.show());
      this.choices.set(column, list);
      return list;
    }

    /** Where rows are cards there are no headings to click. */
    sortingList() {
      this.order = make("select", {class: "sort-by", "aria-label": "Sort by"});
      this.order.append(make("option", {value: ""}, "Sort by"));
      this.heads.forEach((head, column) => {
        const title = head.textContent.trim();
        this.order.append(make("option", {value: column}, title));
        this.order.append(make("option", {value: `-${column}`}, `${title}, descending`));
      });
      this.order.addEventListener("change", () => {
        if (!this.order.value) return;
        this.sort(Math.abs(Number(this.order.value)), this.order.value.startsWith("-"));
        this.writeAddress();
      });
      return this.order;
    }

    addSorting(head, column) {
      const button = make("button", {type: "button", class: "sort"});
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = this.sorted?.column === column && !this.sorted.down;
        this.sort(column, down);
        this.writeAddress();
      });
    }

    sort(column, down) {
      this.sorted = {column, down};
      this.order.value = `${down ? "-" : ""}${column}`;
      this.heads.forEach((head, place) => {
        if (place === column) {
          head.setAttribute("aria-sort", down ? "descending" : "ascending");
        } else {
          head.removeAttribute("aria-sort");
        }
      });
      const order = this.rows.map((row) => [valueOf(row.cells[column]), row]);
      order.sort((a, b) => compared(a[0], b[0]) * (down && a[0] && b[0] ? -1 : 1));
      this.body.append(...order.map(([, row]) => row));
    }

    fits(row) {
      for (const [column, list] of this.choices) {
        if (list.value && valueOf(row.cells[column]) !== list.value) return false;
      }
      const text = row.textContent.toLowerCase();
      return this.words.value.toLowerCase().split(/\s+/).every((word) => text.includes(word));
    }

    show() {
      let number = 0;
      for (const row of this.rows) {
        row.hidden = !this.fits(row);
        number += row.hidden ? 0 : 1;
      }
      const all = this.rows.length;
      this.count.textContent = number === all ? `${all} rows` : `${number} of ${all} rows`;
      this.writeAddress();
    }

    clear() {
      this.words.value = "";
      for (const list of this.choices.values()) list.value = "";
      this.show();
    }

    /** Show the row that the address leads to, if a filter hides it. */
    uncover() {
      const name = decodeURIComponent(location.hash.slice(1));
      const row = this.rows.find((one) => one.id && one.id === name);
      if (row?.hidden) this.clear();
      row?.scrollIntoView({block: "center"});
    }

    /** The filters are kept in the address, so that a view can be linked to. */
    state() {
      const found = {words: this.words.value};
      for (const [column, list] of this.choices) {
        found[this.heads[column].textContent.trim()] = list.value;
      }
      if (this.sorted) {
        found.sort = `${this.sorted.down ? "-" : ""}${this.sorted.column}`;
      }
      return found;
    }

    writeAddress() {
      const there = new URL(location.href);
      for (const [name, value] of Object.entries(this.state())) {
        const key = this.key + name.replaceAll(" ", "-");
        if (value) there.searchParams.set(key, value);
        else there.searchParams.delete(key);
      }
      try {
        if (there.href !== location.href) history.replaceState(null, "", there);
      } catch {
        // a page that is opened from a folder keeps its address
      }
    }

    readAddress() {
      const given = new URL(location.href).searchParams;
      const read = (name) => given.get(this.key + name.replaceAll(" ", "-")) ?? "";
      this.words.value = read("words");
      for (const [column, list] of this.choices) {
        list.value = read(this.heads[column].textContent.trim());
        if (list.selectedIndex < 0) list.value = "";
      }
      const column = Math.abs(Number.parseInt(read("sort"), 10));
      if (column < this.heads.length) this.sort(column, read("sort").startsWith("-"));
    }
  }

  const tables = [...document.querySelectorAll("article table")].filter(
    (table) =>
      table.tHead?.rows.length === 1 &&
      table.tBodies.length === 1 &&
      !table.querySelector("[colspan], [rowspan]") &&
      (table.classList.contains("data-table") || table.tBodies[0].rows.length >= MANY_ROWS),
  );
  tables.forEach((table, number) => new FilteredTable(table, number));
})();
