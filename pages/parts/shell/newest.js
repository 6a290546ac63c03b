// The last script of every component. While its module is being loaded Streamlit (1.67) may call it for two runs of the page at once, and the
// browser keeps no order among those that wait for the same module: then what was drawn first would be drawn over what was drawn last. What a
// call that was overtaken gives back to be ended with is called too, after the next has drawn: it would end that one.

const NEWEST = new WeakMap(); // by the place where it is drawn

export default function (component) {
  const { parentElement, data } = component;
  if (data.drawn < (NEWEST.get(parentElement)?.drawn ?? 0)) return undefined;
  if (typeof Speech !== "undefined") Speech.use(data.prefs, (speed) => component.setTriggerValue("speed", speed));
  const call = { drawn: data.drawn };
  NEWEST.set(parentElement, call);
  const end = render(component);
  return () => { if (NEWEST.get(parentElement) === call) end?.(); };
}
