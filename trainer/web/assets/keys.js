// Keys are short cuts for buttons: a key clicks the button that names it in data-key.
"use strict";

(() => {
  const typing = "input, textarea, select, [contenteditable=true]";
  const pressing = "button:focus-visible, a:focus-visible, [role=button]:focus-visible";

  function button(key) {
    return [...document.querySelectorAll("[data-key]")].find(
      (found) =>
        found.dataset.key.split(",").includes(key) &&
        !found.disabled &&
        found.checkVisibility(),
    );
  }

  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.body.classList.contains("keys-off")) return;
    const focus = document.activeElement;
    if (focus?.matches(typing) || document.querySelector(".q-dialog")) return;
    // Whoever has walked to a button with Tab means that button.
    if ((event.key === "Enter" || event.key === " ") && focus?.matches(pressing)) return;
    const found = button(event.key === " " ? "space" : event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    found.click();
  });

  // A button clicked with the mouse does not take the focus, so that Enter and Space stay keys.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-key]")) event.preventDefault();
  });
})();
