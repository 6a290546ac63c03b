// The presentation lies over the whole screen as a dialog: keys go to it alone, and Esc leads back to the page.

const SHOWN = new WeakMap(); // by the place where it is drawn: which story, which slide, whether the notes are shown

const FORTH = new Set(["ArrowRight", "ArrowDown", "PageDown", " ", "Enter"]);
const BACK = new Set(["ArrowLeft", "ArrowUp", "PageUp", "Backspace"]);

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const { ui, slides } = data;
  const before = SHOWN.get(root);
  const state = before?.drawn === data.drawn ? before : { drawn: data.drawn, at: 0, notes: before?.notes ?? false, open: true };
  SHOWN.set(root, state);

  let over = false; // from when on the dialog is shut in order to be drawn anew; the browser tells of that later, and it is no wish to leave
  const dialog = h("dialog", { class: "stage", lang: data.language, "aria-label": ui.title, onclose: () => { if (!over) state.open = false; } });
  const resume = h("button", { type: "button", class: "resume", onclick: open }, ui.resume);
  root.replaceChildren(resume, dialog);

  function open() {
    state.open = true;
    draw();
    dialog.showModal();
    dialog.focus();
  }

  function go(step) {
    const wanted = state.at + step;
    if (wanted < 0 || wanted >= slides.length) return;
    state.at = wanted;
    draw();
    dialog.querySelector("h1").focus({ preventScroll: true });
  }

  function again() {
    dialog.close();
    setTriggerValue("again", true);
  }

  function draw() {
    const slide = slides[state.at];
    const tools = h("footer", {},
      h("ol", { class: "dots", "aria-label": filled(ui.step, { number: state.at + 1, count: slides.length }) },
        slides.map((_, place) => h("li", { class: place === state.at ? "now" : place < state.at ? "past" : null }))),
      h("span", { class: "sample" }, ui.sample),
      h("button", { type: "button", class: "tool", "aria-pressed": String(state.notes), onclick: toggleNotes }, ui.notes),
      h("button", { type: "button", class: "tool", disabled: state.at === 0, onclick: () => go(-1) }, ui.back),
      h("button", { type: "button", class: "tool", disabled: state.at === slides.length - 1, onclick: () => go(1) }, ui.next),
      h("button", { type: "button", class: "tool", onclick: () => dialog.close() }, ui.end));
    dialog.replaceChildren(...[h("div", { class: `slide is-${slide.kind}` }, h("h1", { tabindex: "-1" }, zh(slide.title)),
      h("div", { class: "content" }, SLIDES[slide.kind](slide, data, again))),
      state.notes ? h("aside", { class: "notes" }, slide.notes) : null, tools].filter(Boolean));
  }

  function toggleNotes() {
    state.notes = !state.notes;
    draw();
    dialog.querySelector("h1").focus({ preventScroll: true });
  }

  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onControl = event.composedPath()[0].matches?.("button, a") && (event.key === " " || event.key === "Enter");
    if (onControl) return;
    if (FORTH.has(event.key)) go(1);
    else if (BACK.has(event.key)) go(-1);
    else if (event.key === "Home") go(-state.at);
    else if (event.key === "n" || event.key === "N") toggleNotes();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  if (state.open) open();
  return () => {
    over = true;
    dialog.close();
  };
}
