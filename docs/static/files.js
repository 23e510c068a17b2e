// The theme that was chosen on the other pages of the site.
addEventListener("DOMContentLoaded", () => {
  let theme = "auto";
  try {
    theme = localStorage.getItem("theme") ?? "auto";
  } catch {
    // a browser that keeps nothing has no theme chosen
  }
  document.body.dataset.theme = theme;
});
