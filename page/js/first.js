// Before anything is drawn: the look that was chosen here, and what this browser lacks.
// It is written for old browsers, which have to be able to read it.
(function () {
  var root = document.documentElement;
  try {
    var look = localStorage.getItem("mystpy.look");
    if (look === "light" || look === "dark") root.setAttribute("data-theme", look);
  } catch (error) { /* nothing was kept */ }
  var needed = {
    "WebAssembly": typeof WebAssembly === "object",
    "workers": typeof Worker === "function",
    "BigInt": typeof BigInt === "function",
    "compression streams": typeof CompressionStream === "function",
    "structuredClone": typeof structuredClone === "function"
  };
  var modules = "noModule" in document.createElement("script");
  var missing = [];
  for (var name in needed) if (!needed[name]) missing.push(name);
  root.setAttribute("data-missing", missing.join(", "));
  if (modules) return;
  missing.unshift("JavaScript modules");
  document.addEventListener("DOMContentLoaded", function () {
    var place = document.getElementById("too-old");
    place.getElementsByTagName("b")[0].appendChild(document.createTextNode(missing.join(", ")));
    place.removeAttribute("hidden");
  });
})();
