// Light or dark for every page of this origin, and the form that ends the sign-in.

const THEMES = ["System", "Light", "Dark"];

function chooseTheme(theme) {
  localStorage.setItem("wenlu-theme", theme);
  location.reload();
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const now = localStorage.getItem("wenlu-theme") ?? "System";
  const themes = THEMES.map((theme) =>
    h("button", { type: "button", "aria-pressed": String(theme === now), onclick: () => chooseTheme(theme) }, data.ui[theme]));
  const languages = data.languages.map(([code, name]) =>
    h("button", { type: "button", lang: code, "aria-pressed": String(code === data.language), onclick: () => setTriggerValue("language", code) }, name));
  const leave = data.leave
    ? h("form", { method: "post", action: "/session/leave" }, h("button", { type: "submit", class: "leave" }, data.ui.leave))
    : null;
  parentElement.querySelector(".wenlu").replaceChildren(
    h("div", { class: data.leave || !languages.length ? "account" : "account across" },
      languages.length ? h("div", { class: "themes", role: "group", "aria-label": data.ui.language }, languages) : null,
      h("div", { class: "themes", role: "group", "aria-label": data.ui.theme }, themes), leave));
}
