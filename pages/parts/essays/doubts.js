// Clauses in which something is off and that have no correction: a dotted line in a quiet colour, and the number under which they stand below.

/** Plain text from start to end, with the doubted clauses in it. */
function withDoubts(data, start, end) {
  const text = (from, to) => shown(data.marks.slice(from, to).join(""));
  const nodes = [];
  let place = start;
  for (const doubt of data.doubts ?? []) {
    if (doubt.start < place || doubt.end > end) continue;
    nodes.push(text(place, doubt.start), h("span", { class: "doubt", role: "group", "aria-label": `${doubt.number}: ${doubt.said}`, title: doubt.said },
      text(doubt.start, doubt.end), h("sup", { class: "letter", "aria-hidden": "true" }, String(doubt.number))));
    place = doubt.end;
  }
  return [...nodes, text(place, end)];
}
