// The last script of every component. While its module is being loaded Streamlit (1.67) may call it for two runs of the page at once, and the
// browser keeps no order among those that wait for the same module: then what was drawn first would be drawn over what was drawn last.

const NEWEST = new WeakMap(); // by the place where it is drawn

export default function (component) {
  const { parentElement, data } = component;
  if (data.drawn < (NEWEST.get(parentElement) ?? 0)) return undefined;
  NEWEST.set(parentElement, data.drawn);
  return render(component);
}
