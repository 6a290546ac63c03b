// The heat map of a class on a canvas: a row for each student, a column for each point. A click or the Enter key opens a cell at once.

const ROW = 15, HEAD = 28, RIGHT = 24, FONT = 11, MOST_OF_WIDTH = 0.42;
const MAPS = new WeakMap();

function newMap(root) {
  const map = { data: null, at: null, send: () => {}, left: 0, cell: 0 };
  const canvas = h("canvas", { tabindex: "0", role: "application" });
  const tip = h("div", { class: "tip", "aria-hidden": "true", hidden: true });
  const said = h("p", { class: "said", role: "status" });
  const paper = canvas.getContext("2d");
  const text = ([row, column]) => {
    const { rows, columns, codes, statuses } = map.data;
    return [rows[row], columns[column].join(" "), statuses[codes[row][column]]];
  };
  const place = ([row, column]) => [map.left + column * map.cell, HEAD + row * ROW];
  const under = (event) => {
    const column = Math.floor((event.offsetX - map.left) / map.cell), row = Math.floor((event.offsetY - HEAD) / ROW);
    return row >= 0 && row < map.data.rows.length && column >= 0 && column < map.data.columns.length ? [row, column] : null;
  };

  map.draw = () => {
    const { rows, columns, codes, colors, labels, axis, line, edge, chosen } = map.data;
    const width = root.clientWidth, height = HEAD + ROW * rows.length + 8, ratio = window.devicePixelRatio || 1;
    if (!width) return;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.height = `${height}px`;
    paper.scale(ratio, ratio);
    paper.font = `${FONT}px ${getComputedStyle(root).fontFamily}`;
    paper.textBaseline = "middle";
    map.left = Math.min(width * MOST_OF_WIDTH, Math.max(...rows.map((name) => paper.measureText(name).width), 0) + 8);
    map.cell = (width - map.left - RIGHT) / columns.length;
    rows.forEach((name, row) => {
      const y = HEAD + row * ROW;
      paper.fillStyle = axis;
      paper.textAlign = "right";
      paper.fillText(fitted(name, map.left - 8), map.left - 6, y + ROW / 2);
      paper.fillStyle = line;
      paper.fillRect(map.left, y + ROW - 0.5, width - map.left - RIGHT, 0.5);
      for (let from = 0; from < columns.length; ) { // neighbours of one status in one stroke
        let to = from + 1;
        while (to < columns.length && codes[row][to] === codes[row][from]) to += 1;
        const color = colors[codes[row][from]];
        if (color) {
          paper.fillStyle = color;
          paper.fillRect(map.left + from * map.cell, y, (to - from) * map.cell, ROW - 0.5);
        }
        from = to;
      }
    });
    paper.fillStyle = axis;
    paper.textAlign = "center";
    let free = 0;
    for (const [column, label] of labels) {
      const half = paper.measureText(label).width / 2, middle = map.left + (column + 0.5) * map.cell;
      if (middle - half < free || middle + half > width) continue; // labels never lie on each other
      paper.fillText(label, middle, HEAD / 2);
      paper.fillRect(middle - 0.5, HEAD - 6, 1, 4);
      free = middle + half + 6;
    }
    for (const [cell, color, size] of [[chosen, edge, 2], [map.at, axis, 1.5]]) {
      if (!cell) continue;
      const [x, y] = place(cell);
      paper.strokeStyle = color;
      paper.lineWidth = size;
      paper.strokeRect(x - 1, y - 1, Math.max(map.cell, 3) + 2, ROW + 1);
    }
  };
  const fitted = (name, room) => {
    if (paper.measureText(name).width <= room) return name;
    const characters = Array.from(name);
    while (characters.length && paper.measureText(`${characters.join("")}…`).width > room) characters.pop();
    return `${characters.join("")}…`;
  };
  const say = (lines) => said.replaceChildren(...lines.flatMap((line, index) => [index ? " · " : "", zh(line)]));
  const show = (cell, aloud) => {
    tip.hidden = !cell;
    if (!cell) return;
    const [x, y] = place(cell), lines = text(cell);
    tip.replaceChildren(...lines.map((line) => h("div", {}, zh(line))));
    const room = root.clientWidth - tip.offsetWidth;
    tip.style.left = `${Math.max(0, Math.min(x + 12, room))}px`;
    tip.style.top = `${y + ROW + 6}px`;
    if (aloud) say(lines);
  };
  const open = (cell) => {
    map.data.chosen = cell;
    map.draw();
    say([...text(cell), map.data.below]);
    map.send({ student: map.data.students[cell[0]], point: map.data.columns[cell[1]][0] });
  };
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const moved = (key) => {
    const last = [map.data.rows.length - 1, map.data.columns.length - 1], [row, column] = map.at ?? map.data.chosen ?? [0, 0];
    if (key === "Home") return [row, 0];
    if (key === "End") return [row, last[1]];
    return map.at ? [row + steps[key][0], column + steps[key][1]].map((value, axis) => Math.max(0, Math.min(last[axis], value))) : [row, column];
  };
  canvas.addEventListener("mousemove", (event) => show(under(event), false));
  canvas.addEventListener("mouseleave", () => show(null, false));
  canvas.addEventListener("click", (event) => {
    const cell = under(event);
    if (cell) open(cell);
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return; // the browser's own keys
    if (event.key in steps || event.key === "Home" || event.key === "End") {
      map.at = moved(event.key);
      map.draw();
      show(map.at, true);
    } else if ((event.key === "Enter" || event.key === " ") && map.at) open(map.at);
    else if (event.key === "Escape") show(null, false);
    else return;
    event.preventDefault();
  });
  canvas.addEventListener("blur", () => {
    map.at = null;
    map.draw();
    show(null, false);
  });
  map.fresh = (data) => {
    map.data = data;
    canvas.setAttribute("aria-label", data.alt);
    map.draw();
  };
  root.replaceChildren(h("div", { class: "heat" }, canvas, tip, said));
  new ResizeObserver(() => map.data && map.draw()).observe(root);
  return map;
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  let map = MAPS.get(root);
  if (!map) MAPS.set(root, (map = newMap(root)));
  map.send = (cell) => setTriggerValue("cell", cell);
  map.fresh(data);
}
