"use strict";
// Filters, kept in the fragment of the address: it can be sent, and goes nowhere by itself.
(() => {
  const bar = document.querySelector(".bar");
  const fields = ["q", "op", "dtype", "kind", "bad"].map((id) => document.getElementById(id)).filter(Boolean);
  const [clear, theme, found] = ["clear", "theme", "found"].map((id) => document.getElementById(id));
  const rows = [...document.querySelectorAll("section > .cause, section > .group, section > ul > li, section > .scroll tr[data-op], .rest tr[data-op], #waivers tbody tr")];
  const typed = [...document.querySelectorAll(".matrix [data-dtype]")];
  const texts = new Map();
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const value = (field) => (field.type === "checkbox" ? (field.checked ? "1" : "") : field.value);
  const setValue = (field, text) => {
    if (field.type === "checkbox") field.checked = text === "1";
    else field.value = text;
    // A name that the report does not have chooses nothing.
    if (field.value !== text && field.tagName === "SELECT") field.value = "";
  };
  const text = (row) => {
    if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
    return texts.get(row);
  };
  const names = (row, key, wanted) => !wanted || !row.dataset[key] || row.dataset[key].split(" ").includes(wanted);

  function apply() {
    const by = Object.fromEntries(fields.map((field) => [field.id, value(field)]));
    const words = by.q.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (row) =>
      names(row, "op", by.op) && names(row, "dtype", by.dtype) && names(row, "kind", by.kind) &&
      (!by.bad || "bad" in row.dataset) && words.every((word) => text(row).includes(word));
    let shown = 0;
    for (const row of rows) {
      row.hidden = !fits(row);
      shown += row.hidden ? 0 : 1;
    }
    for (const section of document.querySelectorAll("main > section")) {
      const own = rows.filter((row) => section.contains(row));
      section.hidden = own.length > 0 && own.every((row) => row.hidden);
    }
    const filtered = Object.values(by).some(Boolean);
    // What is found is not hidden in a part that is closed.
    document.querySelectorAll("details.rest").forEach((rest) => { rest.open = filtered; });
    typed.forEach((cell) => cell.classList.toggle("dim", by.dtype !== "" && cell.dataset.dtype !== by.dtype));
    clear.hidden = !filtered;
    found.textContent = !filtered ? "" : shown === 0 ? "nothing matches" : `${shown} of ${rows.length} entries`;
  }

  function isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : dark.matches;
  }

  function paint(chosen) {
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
    theme.textContent = isDark() ? "Light" : "Dark";
  }

  function write() {
    const state = new URLSearchParams();
    fields.filter((field) => value(field)).forEach((field) => state.set(field.id, value(field)));
    if (document.documentElement.dataset.theme) state.set("theme", document.documentElement.dataset.theme);
    history.replaceState(null, "", state.size > 0 ? `#${state}` : "#");
  }

  function read() {
    const fragment = location.hash.slice(1);
    // A plain name is a place on the page, and no filter.
    if (fragment && !fragment.includes("=")) return;
    const state = new URLSearchParams(fragment);
    fields.forEach((field) => setValue(field, state.get(field.id) ?? ""));
    paint(state.get("theme"));
    apply();
    const place = document.getElementById(state.get("at") ?? "");
    if (place) place.scrollIntoView();
  }

  // Following a link to a place or a part of the table leaves the other filters as they are.
  function follow(event) {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    event.preventDefault();
    const target = link.getAttribute("href").slice(1);
    const state = new URLSearchParams(target.includes("=") ? target : { at: target });
    fields.filter((field) => state.has(field.id)).forEach((field) => setValue(field, state.get(field.id)));
    write();
    apply();
    const heading = document.getElementById(state.get("at"))?.querySelector("h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView();
  }

  fields.forEach((field) => field.addEventListener("input", () => { write(); apply(); }));
  clear.addEventListener("click", () => { fields.forEach((field) => setValue(field, "")); write(); apply(); fields[0].focus(); });
  theme.addEventListener("click", () => { paint(isDark() ? "light" : "dark"); write(); });
  dark.addEventListener("change", () => paint(document.documentElement.dataset.theme));
  document.addEventListener("click", follow);
  document.addEventListener("keydown", (event) => {
    const busy = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !busy && !event.ctrlKey && !event.metaKey) { event.preventDefault(); fields[0].focus(); }
  });
  addEventListener("hashchange", read);
  bar.hidden = false;
  paint();
  read();
})();
