// The map of a level: regions with their shares from afar, the points of a region with their names from near. What is shown comes from Python;
// where one looks stays here. A click on a point, and Enter on it, goes to Python at once.

const ATLASES = new WeakMap();
const DISC = 19, BELOW = 39, RADIUS = { point: 13, sub: 10, word: 10 }, LEAST_NAME_PX = 14, LEAST_COUNT_PX = 12;
const FORM_PX = 16, GLOSS_PX = 12, HEAD_PX = 22, COUNT_PX = 16, SPOT = 40;
const LARGEST_NAME_PX = 34; // on the screen, seen from afar

function newAtlas(root) {
  const atlas = { data: null, send: () => {}, built: "", flight: null, at: null, chosen: null, hovered: null, level: null };
  const svg = draw("svg", { "aria-hidden": "true" }), paper = h("div", { class: "paper" });
  paper.append(svg);
  const port = h("div", { class: "port", tabindex: "0", role: "application" }, paper);
  const card = h("div", { class: "info", "aria-hidden": "true" });
  const said = h("p", { class: "said", role: "status" });
  const button = (name, path, act) =>
    h("button", { type: "button", "data-do": name, onclick: act }, draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: path })));
  const buttons = {
    enlarge: button("enlarge", "M12 5v14M5 12h14", () => view.zoom(STEP, null, { glide: true })),
    reduce: button("reduce", "M5 12h14", () => view.zoom(1 / STEP, null, { glide: true })),
    whole: button("whole", "M4 7l5-2 6 2 5-2v12l-5 2-6-2-5 2zM9 5v12M15 7v12", () => view.showAll({ glide: true })),
    screen: button("screen", "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5", () => (full() ? document.exitFullscreen() : frame.requestFullscreen())),
  };
  const bar = h("div", { class: "bar" }, card, h("div", { class: "tools" }, Object.values(buttons)));
  const frame = h("div", { class: "frame" }, port, bar, said);
  const full = () => root.getRootNode().fullscreenElement === frame || document.fullscreenElement === frame;
  if (!frame.requestFullscreen) buttons.screen.hidden = true;
  const view = newView(port, paper, svg, { changed: (far) => arrange(far), clicked: (event) => touched(event) });

  let sheet = null, places = [], spots = [], groups = [], blocks = [], strong = null, needs = [], leads = [], fonts = null;
  const plain = () => Boolean(sheet?.plain);
  const items = () => (plain() ? sheet.regions.map((region) => [region.x + region.width / 2, region.y + region.height / 2]) : places);

  /** Baselines of lines under one another from `top` on, so that their boxes do not touch. */
  const stacked = (top) => (font) => {
    const { above, height } = reach(font), baseline = top + above;
    top += height;
    return baseline;
  };

  // -- drawn once for a level, a language and a shape

  function build(shape) {
    const { data } = atlas;
    sheet = data.sheets[shape];
    view.sized(sheet);
    const family = getComputedStyle(root), kai = family.getPropertyValue("--kai").trim(), sans = family.fontFamily;
    fonts = {
      form: `${FORM_PX}px ${kai}`, gloss: `${GLOSS_PX}px ${sans}`, head: `600 ${HEAD_PX}px ${sans}`, count: `${COUNT_PX}px ${sans}`,
      large: (px) => `600 ${px}px ${sans}`, plain: (px) => `${px}px ${sans}`,
    };
    svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${sheet.width + 2 * MARGIN} ${sheet.height + 2 * MARGIN}`);
    places = data.points.map(() => null);
    spots = data.points.map(() => null);
    blocks = data.regions.map((region, index) => regionOf(region, sheet.regions[index], index));
    needs = data.points.map(() => []);
    leads = data.points.map(() => []);
    for (const [before, after] of data.links) {
      needs[after].push(before);
      leads[before].push(after);
    }
    groups = data.points.map(pointOf);
    const home = [];
    data.regions.forEach((region, index) => region.members.forEach((member) => { home[member] = index; }));
    const quiet = (inside) => data.links.filter(([before, after]) => (home[before] === home[after]) === inside)
      .map(([before, after]) => lineOf(heart(before), heart(after), RADIUS.point)).join("");
    strong = draw("g", { class: "strong" });
    svg.replaceChildren(
      draw("defs", {}, arrow("needs"), arrow("leads")),
      draw("g", { class: "regions" }, blocks.map((block) => block.group)),
      draw("path", { class: "quiet across", d: quiet(false) }),
      draw("path", { class: "quiet", d: quiet(true) }),
      strong,
      draw("g", { class: "points" }, groups),
    );
    atlas.at = atlas.hovered = null;
  }
  const arrow = (kind) =>
    draw("marker", { id: kind, class: kind, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 6, markerHeight: 6, orient: "auto" }, draw("path", { d: "M0,0L10,5L0,10Z" }));
  const heart = (index) => [places[index][0], places[index][1] + DISC];

  function regionOf(region, box, index) {
    box.cells?.forEach(([x, y], place) => { places[region.members[place]] = [x, y, box.cell]; });
    const outline = { x: box.x, y: box.y, width: box.width, height: box.height, rx: 28 };
    const filled = draw("rect", { ...outline, class: "filled" });
    const share = written(region.share, { class: "share" }), counts = written(region.counts, { class: "counts" });
    const near = draw("g", { class: "near" }), far = draw("g", { class: "afar" });
    const group = draw("g", { class: "region", "data-region": index }, draw("rect", { ...outline, class: "ground" }), filled, near, far);
    group.append(draw("title", {}, document.createTextNode(region.title)));
    const block = { group, filled, near, far, box, region, share, counts };
    if (!plainBox(box)) headOf(block);
    farOf(block);
    return block;
  }
  const plainBox = (box) => !box.cells;

  function headOf({ near, box, region }) {
    const count = `${region.counts} · ${region.share}`, wide = widthOf(count, fonts.count);
    const roomy = box.width - 56 - wide > 120;
    near.replaceChildren(
      written(shortened(region.name, box.width - 40 - (roomy ? wide + 16 : 0), fonts.head), { class: "head", x: box.x + 20, y: box.y + 6 + reach(fonts.head).above }),
    );
    if (roomy) near.append(written(count, { class: "count", x: box.x + box.width - 20, y: box.y + 12 + reach(fonts.count).above, "text-anchor": "end" }));
  }

  /** The name and the share as large as the region allows, over its points drawn close together. */
  function farOf({ far, box, region }) {
    const width = box.width - 36, height = box.height - 28, count = region.members.length, k = view.least, least = LEAST_COUNT_PX / k;
    const dots = (room) => {
      let pitch = Math.min(SPOT, Math.sqrt((width * height * 0.3) / count));
      const tall = () => Math.ceil(count / Math.floor(width / pitch)) * pitch;
      while (pitch > 1 && tall() > room) pitch *= 0.9;
      return { pitch, columns: Math.floor(width / pitch), height: tall() };
    };
    let packed = dots(height * 0.6);
    const room = height - packed.height - 8;
    const toldIn = (font) => {
      const one = `${region.share} · ${region.counts}`, lines = widthOf(one, font) <= width ? [one] : [region.share, region.counts];
      return { lines, whole: lines.every((line) => widthOf(line, font) <= width) };
    };
    let name, told, counts, px = LARGEST_NAME_PX / k, fits = false;
    for (; !fits && px * k >= LEAST_NAME_PX; px -= 0.5 / k) {
      counts = Math.max(least, px * 0.55);
      name = wrapped(region.name, width, 4, fonts.large(px));
      told = toldIn(fonts.plain(counts));
      fits = name.whole && told.whole && name.lines.length * reach(fonts.large(px)).height + told.lines.length * reach(fonts.plain(counts)).height <= room;
    }
    px += 0.5 / k;
    let { lines } = name, small = told.lines;
    if (!fits) {
      const left = room - reach(fonts.plain(counts)).height, most = Math.max(1, Math.floor(left / reach(fonts.large(px)).height));
      lines = wrapped(region.name, width, Math.min(4, most), fonts.large(px)).lines;
      small = [told.lines.length > 1 ? shortened(region.share, width, fonts.plain(counts)) : told.lines[0]];
    }
    const taken = lines.length * reach(fonts.large(px)).height + small.length * reach(fonts.plain(counts)).height;
    if (taken > room) packed = dots(height - taken - 8);
    region.members.forEach((member, place) => {
      spots[member] = [
        box.x + 18 + packed.pitch * ((place % packed.columns) + 0.5),
        box.y + box.height - 14 - packed.height + packed.pitch * (Math.floor(place / packed.columns) + 0.5),
        Math.min(1, packed.pitch / SPOT),
      ];
    });
    const stack = stacked(box.y + 12);
    const texts = [
      ...lines.map((line) => written(line, { class: "name", x: box.x + 18, y: stack(fonts.large(px)), "font-size": px })),
      ...small.map((line) => written(line, { class: "told", x: box.x + 18, y: stack(fonts.plain(counts)), "font-size": counts })),
    ];
    far.replaceChildren(...texts);
  }

  function pointOf(point, index) {
    const group = draw("g", { class: "point", "data-point": index }), radius = RADIUS[point.kind];
    group.append(draw("g", { class: "mark", transform: `translate(0 ${DISC})` }));
    if (places[index]) {
      const [, , cell] = places[index], width = cell - 10;
      const gloss = point.gloss ? wrapped(point.gloss, width, 2, fonts.gloss).lines : [];
      group.prepend(draw("rect", { class: "hit", x: -cell / 2 + 2, y: 0, width: cell - 4, height: sheet.cell, rx: 12 }));
      const stack = stacked(BELOW);
      group.append(
        ...wrapped(point.form, width, gloss.length ? 1 : 2, fonts.form).lines.map((line) => written(line, { class: "form", y: stack(fonts.form) })),
        ...gloss.map((line) => written(line, { class: "gloss", y: stack(fonts.gloss) })),
      );
      group.append(draw("title", {}, document.createTextNode(point.title)));
    }
    group.dataset.radius = radius;
    return group;
  }

  // -- drawn anew with every answer of Python

  function color() {
    const { data } = atlas;
    data.points.forEach((point, index) => {
      const group = groups[index], state = `${point.status} ${point.ready} ${point.faded}`;
      if (group.dataset.state === state) return;
      group.dataset.state = state;
      const radius = Number(group.dataset.radius);
      group.querySelector(".mark").replaceChildren(
        ...(point.ready ? [draw("circle", { class: "ready", r: radius + 5 })] : []),
        mark(point.status, radius, data),
        draw("circle", { class: "halo", r: radius + 8 }),
      );
      group.classList.toggle("faded", point.faded);
    });
    blocks.forEach((block, index) => {
      const region = data.regions[index];
      block.filled.style.clipPath = `inset(0 ${100 - 100 * region.met}% 0 0)`;
      if (region.counts !== block.region.counts || region.share !== block.region.share) {
        block.region = region;
        if (!plainBox(block.box)) headOf(block);
        farOf(block);
      }
    });
  }

  function arrange(far) {
    frame.classList.toggle("far", far);
    groups.forEach((group, index) => {
      const [x, y, scale] = far || !places[index] ? spots[index] : [places[index][0], places[index][1], 1];
      group.style.transform = far || !places[index] ? `translate(${x}px, ${y - DISC * scale}px) scale(${scale})` : `translate(${x}px, ${y}px)`;
    });
    light();
  }

  /** What the keys start from: the point or the level that they came to last, else the chosen point. On the map of all levels no level is chosen. */
  const current = () => atlas.at ?? (plain() ? null : atlas.chosen);

  /** The lines of the point under the mouse or under the keys, else of the chosen one, and what is known of it. */
  function light() {
    const index = atlas.hovered ?? current();
    groups.forEach((group, each) => {
      group.classList.toggle("chosen", each === atlas.chosen);
      group.classList.toggle("lit", !plain() && each === index);
    });
    blocks.forEach(({ group }, each) => group.classList.toggle("lit", plain() && each === index));
    if (plain() || index === null) {
      strong?.replaceChildren();
      card.replaceChildren(plain() && index !== null ? h("div", {}, zh(atlas.data.regions[index].title)) : h("div", { class: "info-state" }, atlas.data.words[plain() ? "levels" : view.far ? "regions" : "points"]));
      return;
    }
    const line = (kind) => ([from, to]) => draw("path", { class: kind, d: lineOf(heart(from), heart(to), RADIUS.point), "marker-end": `url(#${kind})` });
    strong.replaceChildren(...needs[index].map((each) => [each, index]).map(line("needs")), ...leads[index].map((each) => [index, each]).map(line("leads")));
    const point = atlas.data.points[index];
    card.replaceChildren(
      h("div", { class: "info-name" }, h("span", { class: "info-form", lang: "zh-CN" }, point.form), " ", zh(point.gloss)),
      h("div", { class: "info-state" }, point.told),
    );
  }
  const say = (text) => said.replaceChildren(zh(text));

  // -- clicks and keys

  const over = (event) => {
    const target = event.composedPath()[0];
    const point = target.closest?.("[data-point]"), region = target.closest?.("[data-region]");
    return { point: point && !view.far ? Number(point.dataset.point) : null, region: region ? Number(region.dataset.region) : regionAt(event) };
  };
  const regionAt = (event) => {
    const area = port.getBoundingClientRect();
    const x = view.x + (event.clientX - area.left - view.width / 2) / view.k, y = view.y + (event.clientY - area.top - view.height / 2) / view.k;
    const index = sheet.regions.findIndex((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
    return index < 0 ? null : index;
  };
  const enter = (index) => {
    if (plain()) atlas.send("level", atlas.data.regions[index].level);
    else view.showBox(sheet.regions[index], { glide: true });
  };
  const open = (index) => {
    atlas.chosen = index;
    light();
    say(`${atlas.data.points[index].title}. ${atlas.data.words.opened}`);
    atlas.send("point", atlas.data.points[index].id);
  };
  const touched = (event) => {
    const { point, region } = over(event);
    if (point !== null) open(point);
    else if (view.far && region !== null) enter(region);
  };
  port.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || port.classList.contains("held")) return;
    const { point, region } = over(event), hovered = plain() ? region : point;
    frame.classList.toggle("aims", point !== null || (view.far && region !== null));
    if (hovered === atlas.hovered) return;
    atlas.hovered = hovered;
    light();
  });
  port.addEventListener("pointerleave", () => {
    atlas.hovered = null;
    light();
  });

  const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const ALONE = 0.4; // of the way across: what lies aside counts as further away
  function next(key) {
    const all = items(), from = current();
    if (key === "Home" || (from === null && key !== "End")) return firstSeen(all);
    if (key === "End") return plain() ? all.length - 1 : atlas.data.regions.at(-1).members.at(-1);
    const [dx, dy] = DIRECTIONS[key], [x, y] = all[from];
    let best = from, least = Infinity;
    all.forEach(([px, py], index) => {
      const along = (px - x) * dx + (py - y) * dy, across = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (index === from || along < 1 || across * ALONE > along) return;
      const far = along + 2 * across;
      if (far < least) [best, least] = [index, far];
    });
    return best;
  }
  const firstSeen = (all) => {
    if (plain()) return 0;
    if (view.far) return atlas.data.regions[0].members[0];
    return all.map(([x, y], index) => [Math.hypot(x - view.x, y - view.y), index]).sort((one, other) => one[0] - other[0])[0][1];
  };
  port.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return; // the browser's own keys
    const { key } = event;
    if (key in DIRECTIONS || key === "Home" || key === "End") {
      atlas.hovered = null;
      atlas.at = next(key);
      if (plain()) say(atlas.data.regions[atlas.at].title);
      else {
        view.bringIn(heart(atlas.at), { glide: true });
        say(`${atlas.data.points[atlas.at].title}. ${atlas.data.points[atlas.at].told}`);
      }
      light();
    } else if ((key === "Enter" || key === " ") && current() !== null) {
      if (plain()) enter(current());
      else open(current());
    } else if (key === "+" || key === "=") view.zoom(STEP, null, { glide: true });
    else if (key === "-") view.zoom(1 / STEP, null, { glide: true });
    else if ((key === "Escape" && !full()) || key === "0") view.showAll({ glide: true });
    else return;
    event.preventDefault();
  });
  port.addEventListener("blur", () => {
    atlas.at = null;
    light();
  });

  atlas.fresh = (data) => {
    atlas.data = data;
    port.setAttribute("aria-label", data.words.alt);
    for (const [name, element] of Object.entries(buttons)) {
      element.setAttribute("aria-label", data.words[name]);
      element.title = data.words[name];
    }
    show();
  };
  /** The sheet whose shape is nearest to that of the port. */
  const shapeFor = (sheets) => {
    const seen = Math.log(port.clientWidth / port.clientHeight);
    const misfit = (name) => Math.abs(Math.log(sheets[name].width / sheets[name].height) - seen);
    return Object.keys(sheets).reduce((best, name) => (misfit(name) < misfit(best) ? name : best));
  };
  function show() {
    const { data } = atlas, shape = shapeFor(data.sheets), built = `${data.level} ${data.language} ${shape}`;
    if (!root.clientWidth) return;
    const anew = built !== atlas.built, told = data.level !== atlas.level || data.flight !== atlas.flight;
    if (told) { // a click on the map is not in `data.chosen`: another shape or language keeps what was clicked
      const index = data.points.findIndex((point) => point.id === data.chosen);
      atlas.chosen = index < 0 ? null : index;
    }
    if (anew) {
      atlas.built = built;
      build(shape);
    }
    color();
    const fly = (anew || told) && atlas.chosen !== null && !plain();
    atlas.level = data.level;
    atlas.flight = data.flight;
    if (anew) view.showAll();
    if (fly) view.showPoint(heart(atlas.chosen), { glide: !anew });
    if (anew) view.draw();
    arrange(view.far);
  }
  root.replaceChildren(frame);
  new ResizeObserver(() => {
    if (!atlas.data || !port.clientWidth || (port.clientWidth === view.width && port.clientHeight === view.height)) return;
    const { whole, x, y, k } = view;
    show();
    view.sized(sheet);
    blocks.forEach(farOf);
    arrange(view.far);
    if (whole) view.showAll();
    else view.go({ x, y, k });
    view.draw();
  }).observe(port);
  return atlas;
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  let atlas = ATLASES.get(root);
  if (!atlas) ATLASES.set(root, (atlas = newAtlas(root)));
  atlas.send = (name, value) => setTriggerValue(name, value);
  atlas.fresh(data);
}
