// What units and steps have in common: a stone whose ring fills with what is done, and a list that tells Python what was clicked.

const stone = (name, share, done) => h("span", { class: "stone" }, ring(share, 60, 27), done ? icon("right") : symbol(name));

/** Draw `rows` anew as an ordered list; what has the focus keeps it. */
function drawList(root, cls, label, rows) {
  whenSymbolsAreThere(root);
  const focused = root.getRootNode().activeElement?.dataset?.key;
  root.replaceChildren(h("ol", { class: cls, "aria-label": label }, rows));
  if (focused) root.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
}
