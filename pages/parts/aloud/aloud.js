// A sentence to be heard in the browser's own voice before one says it.

function render(component) {
  const { data, parentElement } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
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
