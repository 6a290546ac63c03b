// A sentence to be heard before one says it.

const DRAWN = new WeakMap(); // by the place where it is drawn: what stands there, which is not drawn anew while it is being said

function render(component) {
  const { data, parentElement } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const sign = JSON.stringify([data.lines.map((line) => [line.text, line.file]), data.ui]);
  if (DRAWN.get(root) === sign && root.firstChild) return () => { Speech.stop(); };
  DRAWN.set(root, sign);
  const quiet = h("p", { class: "note", hidden: true }, data.ui.noVoice);
  const bar = listenBar(data.lines, data.ui, { big: true, mute: () => { quiet.hidden = false; } });
  root.replaceChildren(h("div", { class: "aloud" }, bar, quiet));
  Speech.ready().then((voiced) => {
    if (voiced || Speech.recorded(data.lines)) return;
    bar.hidden = true;
    quiet.hidden = false;
  });
  return () => { Speech.stop(); };
}
