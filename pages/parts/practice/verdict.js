// A marked card: the given answer with its faults, the right one, why, and what to do with it.

/** A line of the text with the sentences that decide marked: by colour, a line under them and a word for those who hear the page. */
function decided(line, sentences, ui) {
  const known = Ruby.texts[line];
  const base = [...(Ruby.prefs.script === "traditional" && known?.traditional ? known.traditional : line)];
  const runs = Ruby.shown && known?.runs?.length ? known.runs : [[line, ""]];
  const marked = base.map(() => false);
  for (const sentence of sentences) {
    const found = sentence ? line.indexOf(sentence) : -1;
    if (found < 0) continue;
    const start = [...line.slice(0, found)].length;
    marked.fill(true, start, start + [...sentence].length);
  }
  const nodes = [];
  let open = null;
  const put = (node, isMarked) => {
    if (!isMarked) {
      open = null;
      nodes.push(node);
      return;
    }
    if (!open) {
      open = h("mark", { class: "deciding" }, h("span", { class: "unseen" }, `${ui.decides}: `));
      nodes.push(open);
    }
    open.append(node);
  };
  let at = 0;
  for (const [text, reading] of runs) {
    const end = at + [...text].length;
    if (reading) put(ruby(base.slice(at, end).join(""), reading), marked[at]);
    else {
      for (let from = at, to = at + 1; from < end; to += 1) {
        if (to < end && marked[to] === marked[from]) continue;
        put(base.slice(from, to).join(""), marked[from]);
        from = to;
      }
    }
    at = end;
  }
  return nodes;
}

const tag = (text, kind) => h("span", { class: `tag ${kind}` }, icon(kind), text);

function givenChoice(card, mark, ui) {
  const rows = card.options.map((option) => {
    const right = option.id === mark.key;
    const wrong = option.id === mark.given && !right;
    return h("li", { class: `row option${right ? " right" : wrong ? " wrong" : " other"}` }, label(option.id), learning(option.text, "learn"),
      right ? tag(option.id === mark.given ? ui.yoursRight : ui.rightAnswer, "right") : wrong ? tag(ui.yours, "wrong") : null);
  });
  return h("ul", { class: "rows" }, rows);
}

/** What the options say that nobody chose, to be opened. */
function othersPart(card, mark, ui) {
  const others = card.options.filter((option) => mark.notes[option.id]);
  if (!others.length) return null;
  const notes = others.map((option) => [h("dt", {}, learning(option.text, "learn small")), h("dd", {}, mark.notes[option.id])]);
  return h("details", { class: "point others" }, h("summary", {}, ui.whyNot), h("dl", {}, notes));
}

/** The answer as typed, each fault struck through with what should stand there above it. Offsets are code points. */
function givenTyped(card, mark, ui) {
  const letters = [...String(mark.given)];
  const parts = [];
  let at = 0;
  for (const fault of [...mark.faults].sort((one, other) => one.start - other.start)) {
    parts.push(letters.slice(at, fault.start).join(""));
    parts.push(h("ruby", { class: "fault" }, fault.end > fault.start ? h("del", {}, letters.slice(fault.start, fault.end).join("")) : h("ins", {}, "‸"),
      h("rt", {}, fault.expected || ui.tooMuch)));
    at = Math.max(at, fault.end);
  }
  parts.push(letters.slice(at).join(""));
  const rows = [h("li", { class: `row given ${mark.state}` }, h("span", { class: "learn han", lang: "zh-CN" }, parts), tag(mark.right ? ui.yoursRight : ui.yours, mark.state))];
  if (!mark.right) rows.push(h("li", { class: "row given right" }, learning(mark.key, "learn"), mark.reading ? h("span", { class: "note" }, mark.reading) : null, tag(ui.rightAnswer, "right")));
  return h("ul", { class: "rows" }, mark.given ? rows : rows.slice(1));
}

function givenPairs(card, mark, ui) {
  const text = Object.fromEntries(card.options.map((option) => [option.id, option.text]));
  const pairsOf = (value) => Object.fromEntries([].concat(value).join(",").split(",").filter(Boolean).map((pair) => pair.split("-")));
  const given = pairsOf(mark.given ?? "");
  const rows = Object.entries(pairsOf(mark.key)).map(([left, right]) => {
    const good = given[left] === right;
    const shown = card.left.find((each) => each.id === left).text;
    const said = card.heard ? card.audio.lines[Number(left) - 1].text : shown;
    return h("li", { class: `row pair ${good ? "right" : "wrong"}` },
      h("div", { class: "left" }, label(left), learning(said, "learn")),
      h("div", { class: "joined" },
        good ? null : h("p", {}, h("del", {}, learning(text[given[left]] ?? ui.notJoined, "learn")), tag(ui.yours, "wrong")),
        h("p", {}, learning(text[right], "learn"), tag(good ? ui.yoursRight : ui.rightAnswer, "right"))));
  });
  return h("ul", { class: "rows" }, rows);
}

function givenOrder(card, mark, ui) {
  const text = Object.fromEntries(card.options.map((option) => [option.id, option.text]));
  const given = [].concat(mark.given || []).join(",").split(",").filter(Boolean);
  const amiss = new Set(mark.faults.filter((fault) => fault.kind === "place").map((fault) => Math.floor(fault.start / 2)));
  const pieces = given.map((id, place) => h("span", { class: `piece placed${amiss.has(place) ? " amiss" : ""}` },
    learning(text[id] ?? id, "learn"), amiss.has(place) ? h("span", { class: "unseen" }, ` (${ui.misplaced})`) : null));
  const right = mark.key.split(",").map((id) => h("span", { class: "piece placed" }, learning(text[id], "learn")));
  const rows = [h("li", { class: `row ${mark.state}` }, h("div", { class: "line" }, pieces), tag(mark.right ? ui.yoursRight : ui.yours, mark.state))];
  if (!mark.right) rows.push(h("li", { class: "row right" }, h("div", { class: "line" }, right), tag(ui.rightAnswer, "right")));
  return h("ul", { class: "rows" }, given.length ? rows : rows.slice(1));
}

const GIVEN = { choice: givenChoice, text: givenTyped, pinyin: givenTyped, text_or_pinyin: givenTyped, pairs: givenPairs, order: givenOrder };

function appealPart(mark, ui, send) {
  if (mark.right || !send) return null; // a visitor who tries a card has no teacher to ask
  if (mark.appealed) return h("p", { class: "note", role: "status" }, ui.appealed);
  const comment = h("textarea", { rows: "2", maxlength: "500", "aria-label": ui.appealWhy, placeholder: ui.appealWhy });
  const form = h("form", { class: "appeal", hidden: true, onsubmit: (event) => { event.preventDefault(); send(comment.value); } },
    comment, h("button", { type: "submit", class: "plain" }, ui.appealSend));
  const open = h("button", { type: "button", class: "quiet", "aria-expanded": "false", onclick: () => {
    form.hidden = !form.hidden;
    open.setAttribute("aria-expanded", String(!form.hidden));
    if (!form.hidden) comment.focus();
  } }, ui.appeal);
  return h("div", {}, open, form);
}

function pointPart(point) {
  const head = h("summary", {}, h("span", { class: "chip" }, point.level), " ", zh(point.name));
  return h("details", { class: "point" }, head, h("p", {}, point.text));
}

function verdictPart(card, mark, ui, appeal) {
  const cls = `han learn small${Ruby.shown ? " ruby" : ""}`;
  const line = (text) => (mark.deciding?.length ? h("p", { class: cls, lang: scriptTag() }, decided(text, mark.deciding, ui)) : h("p", {}, learning(text, "learn small")));
  const text = mark.fullText && h("div", { class: "full" }, mark.fullText.split("\n").map(line),
    mark.pinyin && !Ruby.shown ? h("p", { class: "note", lang: "zh-Latn" }, mark.pinyin) : null,
    mark.translation ? h("p", { class: "note", lang: "en" }, mark.translation.split("\n").flatMap((line, place) => (place ? [h("br"), line] : [line]))) : null,
    mark.lines.length && (Speech.recorded(mark.lines) || Speech.voices().length) ? listenBar(mark.lines, ui) : null);
  return h("section", { class: `verdict ${mark.state}`, "aria-live": "polite" },
    h("p", { class: "headline" }, icon(mark.state), h("strong", {}, mark.headline), mark.score !== null ? h("span", { class: "score" }, mark.score) : null),
    mark.feedback ? h("p", {}, mark.feedback) : null,
    mark.why ? h("p", {}, mark.why) : null,
    text, othersPart(card, mark, ui), mark.points.map(pointPart),
    mark.suggestion ? h("p", { class: "next-step" }, mark.suggestion) : null,
    appealPart(mark, ui, appeal));
}
