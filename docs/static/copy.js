// A button at each block of code that copies it: of a session only what was typed.
(() => {
  "use strict";
  const PROMPT = /^(\$|>>>|\.\.\.|\w+>) /; // of a shell, of Python, of a notebook

  const typed = (block) => {
    const lines = block.textContent.replace(/\n$/, "").split("\n");
    if (!lines.some((line) => PROMPT.test(line))) return lines.join("\n");
    const found = [];
    let open = false; // a line that ends in a backslash goes on
    for (const line of lines) {
      if (open || PROMPT.test(line)) {
        found.push(open ? line : line.replace(PROMPT, ""));
        open = line.endsWith("\\");
      }
    }
    return found.join("\n");
  };

  const copy = async (text) => {
    if (navigator.clipboard && window.isSecureContext) {
      await navigator.clipboard.writeText(text);
      return;
    }
    const area = document.createElement("textarea"); // for pages from a folder
    area.value = text;
    area.style.position = "fixed";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("the browser does not copy");
  };

  for (const box of document.querySelectorAll("article div.highlight")) {
    const block = box.querySelector("pre");
    if (!block) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await copy(typed(block));
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not copied";
      }
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    box.append(button);
  }
})();
