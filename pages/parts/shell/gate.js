// The door: real forms, posted to the routes of frame/signin_routes.py, which set the cookie and lead on.

function hidden(name, value) {
  return h("input", { type: "hidden", name, value });
}

function wanted() {
  const query = new URLSearchParams(location.search);
  query.delete("signin");
  query.delete("lang");
  query.delete("user");
  const text = query.toString();
  return location.pathname + (text ? `?${text}` : "");
}

function field(label, attributes) {
  return h("label", { class: "gate-field" }, h("span", {}, label), h("input", { required: true, ...attributes }));
}

const SCHOOL = "wenlu_school";

// The school named in the address of a link, else the one that was typed here last.
function knownSchool() {
  const named = new URLSearchParams(location.search).get("school");
  if (named !== null) return named;
  try {
    return localStorage.getItem(SCHOOL) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

function keepSchool(school) {
  try {
    if (school) localStorage.setItem(SCHOOL, school);
    else localStorage.removeItem(SCHOOL);
  } catch {
    // The field is empty the next time, and nothing else is lost.
  }
}

function schoolField(data) {
  // What names no school any more is forgotten, so that it does not fill the field the next time.
  if (data.unknownSchool) keepSchool("");
  const school = knownSchool();
  const input = h("input", { name: "school", value: school, autocapitalize: "none", spellcheck: "false", maxlength: "128", autocomplete: "organization" });
  const label = h("label", { class: "gate-field" }, h("span", {}, data.ui.school), input);
  if (data.askSchool) return label;
  return h("details", { class: "gate-school", ...(school || data.unknownSchool ? { open: "" } : {}) }, h("summary", {}, data.ui.hasSchool), label);
}

function passwordForm(data) {
  const keep = (event) => keepSchool(event.target.elements.school.value.trim());
  return h("form", { method: "post", action: "/session/enter", class: "gate-form", onsubmit: keep },
    hidden("to", wanted()), hidden("language", data.chosen),
    data.error ? h("p", { class: "gate-error", role: "alert" }, data.error) : null,
    field(data.ui.username, { name: "username", value: new URLSearchParams(location.search).get("user") || "", autocomplete: "username", autocapitalize: "none", spellcheck: "false", maxlength: "100" }),
    field(data.ui.password, { name: "password", type: "password", autocomplete: "current-password", maxlength: "200" }),
    schoolField(data),
    h("button", { type: "submit", class: data.demo.length ? "gate-button" : "gate-button primary" }, data.ui.enter));
}

function demoForm(person, data, first) {
  return h("form", { method: "post", action: "/session/demo" },
    hidden("to", person.pages.includes(location.pathname.slice(1)) ? wanted() : "/"), hidden("language", data.chosen), hidden("username", person.username),
    h("button", { type: "submit", class: first ? "gate-person primary" : "gate-person" },
      h("strong", {}, person.title), h("span", {}, person.what)));
}

function render(component) {
  const { data, parentElement } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const demo = data.demo.length
    ? h("section", { class: "gate-demo", "aria-label": data.ui.demo },
        h("h2", {}, data.ui.demo), h("p", { class: "gate-note" }, data.ui.demoNote),
        data.demo.map((person, place) => demoForm(person, data, place === 0)))
    : null;
  const own = h("section", { class: "gate-own", "aria-label": data.ui.own }, h("h2", {}, data.ui.own), passwordForm(data));
  root.replaceChildren(h("div", { class: demo ? "gate" : "gate one" }, own, demo));
}
