// What of the drawing is seen through the port: moved and enlarged by wheel, drag, pinch, buttons and keys. While something moves the drawing
// is only shifted and scaled as a picture; at rest it is drawn anew at its size, so that text is sharp.

const MARGIN = 24, REST_MS = 150, GLIDE_MS = 320, STEP = 1.35, NEAR = 0.92, LARGEST = 1.8, CLOSE = 1.05, MOVED_PX = 5;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function newView(port, paper, svg, { changed, clicked }) {
  const view = { x: 0, y: 0, k: 1, drawn: 1, width: 1, height: 1, sheet: null, whole: true, far: true };
  const fingers = new Map();
  let rest = 0, frame = 0, moved = false, pinch = null;

  const shift = () => `translate(${view.width / 2 - (view.x + MARGIN) * view.k}px, ${view.height / 2 - (view.y + MARGIN) * view.k}px) scale(${view.k / view.drawn})`;
  const place = () => {
    frame = 0;
    paper.style.transform = shift();
    const far = view.k < view.nearFrom;
    if (far !== view.far) changed((view.far = far));
  };
  const soon = () => { frame ||= requestAnimationFrame(place); };
  const sharpen = () => {
    paper.classList.remove("glide");
    view.drawn = view.k;
    svg.style.width = `${(view.sheet.width + 2 * MARGIN) * view.k}px`;
    svg.style.height = `${(view.sheet.height + 2 * MARGIN) * view.k}px`;
    place();
    port.dataset.rest = "";
  };
  const later = (wait) => {
    delete port.dataset.rest;
    clearTimeout(rest);
    rest = setTimeout(sharpen, wait);
  };
  const fit = () => Math.min(view.width / (view.sheet.width + MARGIN), view.height / (view.sheet.height + MARGIN));
  const bounded = (wanted) => {
    const least = fit(), k = Math.max(least, Math.min(view.sheet.plain ? least * 2 : LARGEST, wanted.k));
    const room = (size, seen) => [Math.min(size / 2, seen / 2 / k - MARGIN), Math.max(size / 2, size - seen / 2 / k + MARGIN)];
    const held = (value, [low, high]) => Math.max(low, Math.min(high, value));
    return { k, x: held(wanted.x, room(view.sheet.width, view.width)), y: held(wanted.y, room(view.sheet.height, view.height)) };
  };

  /** Show this place: `x`, `y` in the middle at scale `k`. */
  view.go = (wanted, { glide = false } = {}) => {
    const before = view.k;
    Object.assign(view, bounded(wanted));
    view.whole = view.k <= fit() * 1.001;
    const moves = glide && !calm();
    paper.classList.toggle("glide", moves);
    if (glide) place();
    else soon();
    if (view.k !== view.drawn || moves || before !== view.k) later(moves ? GLIDE_MS + 40 : glide ? 0 : REST_MS);
  };
  view.showAll = (options) => view.go({ x: view.sheet.width / 2, y: view.sheet.height / 2, k: 0 }, options);
  /** A region as large as fits, its names legible. */
  view.showBox = ({ x, y, width, height }, options) => {
    const k = Math.max(view.nearFrom * 1.02, Math.min(LARGEST * 0.8, view.width / (width + 60), view.height / (height + 60)));
    const start = (from, size, seen) => from + (size * k > seen ? seen / 2 / k - 20 : size / 2);
    view.go({ x: start(x, width, view.width), y: start(y, height, view.height), k }, options);
  };
  view.showPoint = ([x, y], options) => view.go({ x, y, k: Math.max(view.k, view.nearFrom * 1.02, CLOSE) }, options);
  /** Moved no further than needed to bring a point into sight. */
  view.bringIn = ([x, y], options) => {
    if (view.far) return view.showPoint([x, y], options);
    const side = 90, half = [view.width / 2 / view.k - side, view.height / 2 / view.k - side];
    const held = (value, middle, room) => (Math.abs(middle - value) > Math.max(0, room) ? middle : value);
    const wanted = { x: held(view.x, x, half[0]), y: held(view.y, y, half[1]), k: view.k };
    if (wanted.x !== view.x || wanted.y !== view.y) view.go(wanted, options);
  };
  view.zoom = (factor, at, options) => {
    const [px, py] = at ? [at[0] - view.width / 2, at[1] - view.height / 2] : [0, 0];
    const k = bounded({ x: 0, y: 0, k: view.k * factor }).k;
    view.go({ x: view.x + px / view.k - px / k, y: view.y + py / view.k - py / k, k }, options);
  };
  view.sized = (sheet) => {
    view.sheet = sheet;
    view.width = port.clientWidth;
    view.height = port.clientHeight;
    view.least = fit();
    view.nearFrom = sheet.plain ? Infinity : Math.max(NEAR, fit() * 1.25);
  };
  view.draw = () => { clearTimeout(rest); sharpen(); };

  const inPort = (event) => {
    const box = port.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  port.addEventListener("wheel", (event) => {
    if (event.deltaY > 0 && view.whole) return; // nothing more to see: the page scrolls on
    event.preventDefault();
    view.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 400), inPort(event));
  }, { passive: false });
  port.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    fingers.set(event.pointerId, inPort(event));
    moved = fingers.size > 1;
    pinch = null;
  });
  port.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = inPort(event);
    if (fingers.size === 1) {
      const dx = now[0] - before[0], dy = now[1] - before[1];
      if (!moved && Math.hypot(dx, dy) < MOVED_PX) return;
      if (!moved) port.setPointerCapture(event.pointerId);
      moved = true;
      port.classList.add("held");
      fingers.set(event.pointerId, now);
      view.go({ x: view.x - dx / view.k, y: view.y - dy / view.k, k: view.k });
    } else {
      fingers.set(event.pointerId, now);
      const [one, other] = [...fingers.values()], wide = Math.hypot(one[0] - other[0], one[1] - other[1]);
      const middle = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
      if (pinch) {
        view.go({ x: view.x - (middle[0] - pinch.middle[0]) / view.k, y: view.y - (middle[1] - pinch.middle[1]) / view.k, k: view.k });
        view.zoom(wide / pinch.wide, middle);
      }
      pinch = { wide, middle };
    }
  });
  const lifted = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    pinch = null;
    port.classList.remove("held");
    if (!moved && event.type === "pointerup") clicked(event);
  };
  port.addEventListener("pointerup", lifted);
  port.addEventListener("pointercancel", lifted);
  return view;
}
