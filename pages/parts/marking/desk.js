// The marking desk: one text with its marks, the rubric, the comment, and keys for everything. Each action goes out at once and is kept
// here until the server has answered it, so that neither a slow line nor a quick hand loses one.

const DESKS = new WeakMap();
const STILL_MS = 900; // after the last key in the comment
const CLICK_MS = 200; // a field that is left by a click is stored after the click: drawing everything anew between press and lift would lose it
const HALF = 0.5; // points are given in halves

/** There the chosen mark lies under the text: it is brought into sight. */
const besides = () => !matchMedia("(max-width: 900px)").matches;
const typing = (element) => element && (element.tagName === "TEXTAREA" || (element.tagName === "INPUT" && element.type !== "checkbox"));

// -- the text --------------------------------------------------------------------------------------------------------------------

function drawMark(item, desk) {
  if (item.ruling === "struck") return desk.letters(item.start, item.end);
  const change = drawChange(asDrawn(item));
  const whose = item.ruling === "added" || item.ruling === "changed" ? "✎" : item.ruling === "accepted" ? "✓" : null;
  return [change, whose ? h("sup", { class: "letter whose", "aria-hidden": "true" }, whose) : null];
}

function drawSheet(desk) {
  const { data } = desk;
  const sheet = h("div", { class: "page han", lang: "zh-CN", role: "group", "aria-label": data.ui.text, onpointerdown: desk.press, onpointermove: desk.drag, onpointerup: desk.lift });
  let place = 0;
  for (const item of drawable(data.items)) {
    if (item.start > place) sheet.append(...desk.letters(place, item.start));
    const index = data.items.indexOf(item);
    const here = index === desk.at;
    sheet.append(h("span", {
      class: [classOf(asDrawn(item), here), item.ruling ?? ""].join(" "),
      role: "button", tabindex: index === Math.max(desk.at, 0) ? 0 : -1, "data-index": index, "data-focus": `mark ${index}`, "aria-pressed": String(here), "aria-label": desk.said(item),
      onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); desk.choose(index); } },
    }, drawMark(item, desk)));
    place = Math.max(place, item.end);
  }
  sheet.append(...desk.letters(place, data.characters.length));
  return sheet;
}

// -- beside the text -------------------------------------------------------------------------------------------------------------

const key = (letter) => h("kbd", { "aria-hidden": "true" }, letter);
const button = (desk, name, letter, onclick, extra = {}) =>
  h("button", { type: "button", class: "plain", "data-focus": `${name} button`, onclick, ...(letter ? { "aria-keyshortcuts": letter } : {}), ...extra }, name, letter ? key(letter.toUpperCase()) : null);

function drawChosen(desk) {
  const { data } = desk;
  const { ui } = data;
  if (desk.form) return drawForm(desk);
  const item = data.items[desk.at];
  if (!item) return [h("p", { class: "note" }, data.items.length ? ui.choose : data.review === "waiting" ? ui.reading : ui.noMarks), h("div", { class: "tools" }, button(desk, ui.add, "m", desk.openForm))];
  const own = item.ruling === "added";
  return [
    h("div", { class: "title" }, drawChip(item), h("b", {}, item.check ? ui.check : ui.kinds[item.type]), h("span", { class: "note" }, `${desk.at + 1} / ${data.items.length}`)),
    drawChangeLine(asDrawn(item)),
    item.ruling ? h("p", { class: `ruling ${item.ruling}` }, ui.rulings[item.ruling]) : null,
    item.comment ? h("p", { class: "remark" }, zh(item.comment)) : null,
    item.explanation && item.ruling !== "changed" ? h("p", {}, item.explanation) : null,
    !own && item.sure ? h("p", { class: "note" }, item.sure) : null,
    item.objection ? h("p", { class: "note" }, ui.objection) : null,
    h("div", { class: "tools" },
      own ? button(desk, ui.remove, "x", desk.strike)
        : [
          button(desk, item.ruling === "struck" ? ui.restore : ui.strike, "x", desk.strike),
          button(desk, item.ruling === "accepted" ? ui.unaccept : item.check ? ui.acceptCheck : ui.accept, "a", desk.accept),
          button(desk, ui.change, "e", desk.openChange),
        ],
      button(desk, ui.add, "m", desk.openForm)),
  ];
}

function drawForm(desk) {
  const { data, form } = desk;
  const { ui } = data;
  const field = (name, label, attributes = {}) => {
    const input = h("input", { type: "text", "data-focus": `form ${name}`, lang: "zh-CN", "aria-label": label, placeholder: label, maxlength: name === "comment" ? data.longest.remark : data.longest.correction, oninput: () => { form[name] = input.value; if (name === "piece") desk.find(); }, ...attributes });
    input.value = form[name];
    return h("label", { class: "field" }, h("span", {}, label), input);
  };
  return h("form", { class: "add", onsubmit: (event) => { event.preventDefault(); desk.submitForm(); }, onkeydown: (event) => { if (event.key === "Escape") { event.stopPropagation(); desk.closeForm(); } } },
    h("b", {}, form.item ? ui.changeMark : ui.newMark),
    form.item ? drawChangeLine(asDrawn(form.item)) : field("piece", form.type === "L" ? ui.after : ui.piece),
    h("div", { class: "kinds", role: "group", "aria-label": ui.kind }, Object.entries(ui.kinds).map(([type, name]) =>
      h("button", { type: "button", class: `kind is-${type}`, "data-focus": `kind ${type}`, "aria-pressed": String(form.type === type), title: name, onclick: () => { form.type = type; desk.draw(); } }, h("b", { "aria-hidden": "true" }, type), " ", name))),
    form.type === "D" ? null : field("correction", ui.correction),
    field("comment", ui.remark),
    form.fault ? h("p", { class: "fault", role: "alert" }, form.fault) : null,
    h("div", { class: "tools" },
      h("button", { type: "submit", class: "plain strong", "data-focus": "form submit" }, form.item ? ui.keepChange : ui.keepMark, key("↵")),
      h("button", { type: "button", class: "plain", onclick: desk.closeForm }, ui.cancel, key("Esc"))));
}

function drawList(desk) {
  return h("ol", { class: "list" }, desk.data.items.map((item, index) =>
    h("li", {}, h("button", { type: "button", class: `line ${item.ruling ?? ""}`, "data-focus": `line ${index}`, "aria-pressed": String(index === desk.at), "aria-label": desk.said(item), onclick: () => desk.choose(index, true) },
      drawChip(item), drawChangeLine(asDrawn(item)),
      item.ruling ? h("span", { class: "note" }, desk.data.ui.rulingsShort[item.ruling]) : null))));
}

function drawRubric(desk) {
  const { data } = desk;
  const { ui } = data;
  const points = (row) => {
    const input = h("input", { type: "text", inputmode: "decimal", class: "points", "data-focus": `points ${row.criterion}`, "aria-label": filled(ui.pointsOf, { name: row.name, most: row.most }), placeholder: row.proposed === null ? "–" : String(row.proposed),
      oninput: () => { desk.typedPoints.set(row.criterion, input.value); desk.tell(); }, onchange: desk.commitSoon });
    input.value = desk.typedPoints.get(row.criterion) ?? (row.points === null ? "" : String(row.points));
    return h("label", { class: "row" }, h("span", {}, row.name), input, h("span", { class: "note" }, `/ ${row.most}`));
  };
  const grade = h("input", { type: "text", inputmode: "decimal", class: "grade", "data-focus": "grade", "aria-label": ui.grade, "aria-keyshortcuts": "g", placeholder: total(data) === null ? "–" : String(total(data)),
    oninput: () => { desk.typedGrade = grade.value; desk.tell(); }, onchange: desk.commitSoon });
  grade.value = desk.typedGrade ?? (data.grade === null ? "" : String(data.grade));
  desk.gradeField = grade;
  return h("section", { class: "card rubric", "aria-label": ui.rubric },
    h("h2", {}, ui.rubric),
    data.rubric.map(points),
    h("label", { class: "row whole" }, h("b", {}, ui.grade, key("G")), grade, h("span", { class: "note" }, "/ 100")),
    h("p", { class: "note" }, data.grade !== null ? ui.gradeTyped : given(data) ? ui.gradeSum : total(data) === null ? ui.gradeNone : ui.gradeProposed),
    data.returned ? null : h("label", { class: "switch" }, desk.proposalsBox(), h("span", {}, ui.proposals)));
}

function drawComment(desk) {
  const { data } = desk;
  const { ui } = data;
  const area = h("textarea", { rows: 4, "data-focus": "comment", maxlength: data.longest.comment, "aria-label": ui.comment, "aria-keyshortcuts": "c", placeholder: data.proposedComment ? filled(ui.commentProposed, { text: data.proposedComment }) : ui.commentPlaceholder,
    oninput: () => { desk.typedComment = area.value; desk.tell(); clearTimeout(desk.timer); desk.timer = setTimeout(desk.commitComment, STILL_MS); }, onblur: desk.commitSoon });
  area.value = desk.typedComment ?? data.comment;
  desk.commentField = area;
  return h("section", { class: "card" },
    h("h2", {}, ui.comment, key("C")),
    area,
    h("div", { class: "bank", role: "group", "aria-label": ui.bank },
      data.bank.map((line, index) => h("span", { class: "chipline" },
        h("button", { type: "button", class: "chip-button", "data-focus": `bank ${line.id}`, onclick: () => desk.insert(line.text) }, index < 9 ? key(String(index + 1)) : null, zh(line.text)),
        h("button", { type: "button", class: "forget", "aria-label": filled(ui.forget, { text: line.text }), title: filled(ui.forget, { text: line.text }), onclick: () => desk.page("forget", { id: line.id }) }, "×")))),
    h("div", { class: "tools" }, h("button", { type: "button", class: "quiet", "data-focus": "save comment", onclick: desk.saveComment }, ui.saveComment)));
}

function drawHead(desk) {
  const { data } = desk;
  const { ui } = data;
  return h("header", { class: "head" },
    h("div", { class: "who" }, h("b", { class: "name" }, data.name), h("span", { class: "note" }, data.facts)),
    h("div", { class: "where" },
      h("span", { class: "count", role: "status" }, filled(ui.position, { n: data.position, count: data.count }), " · ", filled(ui.waiting, { count: data.waiting })),
      h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "fill", style: `width:${(100 * (data.count - data.waiting)) / data.count}%` }))),
    h("div", { class: "tools" },
      button(desk, ui.previous, "k", () => desk.go(data.previous), data.previous ? {} : { disabled: true }),
      button(desk, ui.next, "j", () => desk.go(data.next), data.next ? {} : { disabled: true })));
}

function drawFoot(desk) {
  const { data } = desk;
  const { ui } = data;
  const strong = { class: "plain strong" };
  return h("footer", { class: "foot" },
    data.returned
      ? [h("span", { class: "state" }, data.returned), button(desk, ui.takeBack, null, () => desk.act({ kind: "take_back" })), button(desk, ui.next, "j", () => desk.go(data.next), data.next ? strong : { ...strong, disabled: true })]
      : [
        button(desk, ui.giveBack, "r", () => desk.giveBack(false), strong),
        button(desk, ui.secondDraft, "d", () => desk.giveBack(true)),
      ],
    data.undo ? button(desk, data.undo.text, "u", desk.undo) : null,
    h("span", { class: "note saved", role: "status" }, desk.pending() ? ui.saving : ui.saved));
}

// -- what is done ----------------------------------------------------------------------------------------------------------------

function newDesk(root) {
  const desk = { root, base: null, data: null, sent: [], number: 0, at: -1, form: null, typedGrade: null, typedComment: null, typedPoints: new Map(), composing: false, timer: 0, pressed: null, chosen: null, leaving: false, proposals: true, send: () => {} };

  const push = (entry) => {
    desk.sent.push({ n: ++desk.number, writing: desk.base.id, ...entry });
    desk.send(desk.sent);
    desk.refresh();
  };
  desk.refresh = () => {
    desk.data = desk.sent.filter((entry) => entry.action && entry.writing === desk.base.id).reduce((data, entry) => applied(data, entry.action), desk.base);
    desk.draw();
  };
  desk.pending = () => desk.sent.length > 0 || desk.typedComment !== null || desk.typedGrade !== null || desk.typedPoints.size > 0;
  /** While somebody types only the word on what is saved is drawn anew. */
  desk.tell = () => { root.querySelector(".saved").textContent = desk.pending() ? desk.data.ui.saving : desk.data.ui.saved; };
  desk.act = (action) => push({ action });
  desk.page = (does, fields = {}) => push({ does, ...fields });
  desk.commit = () => { desk.commitComment(); desk.commitPoints(); desk.commitGrade(); };
  desk.commitSoon = () => { const { id } = desk.base; setTimeout(() => { if (desk.base.id === id) desk.commit(); }, CLICK_MS); };
  desk.go = (id) => { if (id && !desk.leaving && !desk.holds()) { desk.commit(); desk.leaving = true; desk.page("go", { to: id }); } };
  desk.giveBack = (secondDraft) => {
    if (desk.leaving || desk.data.returned || desk.holds()) return;
    desk.commit();
    desk.leaving = true;
    desk.act({ kind: "return", second_draft: secondDraft, proposals: desk.proposals });
  };
  desk.undo = () => { if (desk.data.undo && !desk.holds()) push({ writing: desk.data.undo.writing, action: { kind: "undo" } }); };
  desk.proposalsBox = () => {
    const box = h("input", { type: "checkbox", "data-focus": "proposals", onchange: () => { desk.proposals = box.checked; } });
    box.checked = desk.proposals;
    return box;
  };

  // marks
  desk.said = (item) => [desk.data.ui.kinds[item.type], item.original && item.correction ? `${item.original} → ${item.correction}` : item.original || item.correction, item.ruling ? desk.data.ui.rulings[item.ruling] : item.check ? desk.data.ui.check : null].filter(Boolean).join(", ");
  desk.named = () => { const { start, end, replacement } = desk.data.items[desk.at]; return { start, end, replacement }; };
  desk.choose = (index, scroll = false) => {
    if (desk.holds()) return;
    desk.at = index;
    desk.form = desk.chosen = null;
    desk.draw();
    const mark = root.querySelector(`.error[data-index="${index}"]`);
    if (!scroll) mark?.focus({ preventScroll: true });
    if (besides()) mark?.scrollIntoView({ block: "nearest" });
    else root.querySelector(".detail").scrollIntoView({ block: "nearest" });
  };
  desk.step = (by) => { const { length } = desk.data.items; if (length) desk.choose((desk.at + by + length) % length, true); };
  desk.strike = () => {
    const item = desk.data.items[desk.at];
    if (!item) return;
    if (item.ruling === "added") { const name = desk.named(); desk.at = -1; desk.act({ kind: "remove", ...name }); }
    else desk.act({ kind: "rule", ...desk.named(), ruling: item.ruling === "struck" ? null : "struck" });
  };
  desk.accept = () => {
    const item = desk.data.items[desk.at];
    if (item && item.ruling !== "added") desk.act({ kind: "rule", ...desk.named(), ruling: item.ruling === "accepted" ? null : "accepted" });
  };

  // the form of a mark
  const opened = (form) => ({ ...form, begun: said(form) });
  const said = ({ piece, type, correction, comment }) => JSON.stringify([piece, type, correction, comment]);
  /** Whether a mark is half made, which then says so: nothing that was typed is lost by going on. */
  desk.holds = () => {
    if (!desk.form || said(desk.form) === desk.form.begun) return false;
    desk.blame(desk.data.ui.unfinished);
    return true;
  };
  desk.openForm = () => {
    if (desk.holds()) return;
    const span = desk.chosen;
    desk.form = opened({ item: null, span, piece: pieceOf(span), type: "W", correction: "", comment: "", fault: "" });
    desk.draw();
    root.querySelector(`[data-focus="form ${span ? "correction" : "piece"}"]`)?.focus();
  };
  const pieceOf = (span) => (span ? desk.data.characters.slice(span.start, span.end).join("") : "");
  desk.openChange = () => {
    if (desk.holds()) return;
    const item = desk.data.items[desk.at];
    if (!item || item.ruling === "added") return;
    desk.form = opened({ item, span: { start: item.start, end: item.end }, piece: "", type: item.type, correction: item.correction, comment: item.comment, fault: "" });
    desk.draw();
    root.querySelector('[data-focus="form correction"], [data-focus="form comment"]')?.focus();
  };
  desk.closeForm = () => { desk.form = desk.chosen = null; desk.draw(); root.querySelector(".error.here, .page")?.focus?.({ preventScroll: true }); };
  desk.find = () => { desk.form.span = desk.chosen = found(desk.data.characters, desk.form.piece, desk.form.span?.start ?? 0); desk.paint(); };
  desk.blame = (fault) => { if (desk.form) { desk.form.fault = fault; desk.draw(); } };
  desk.submitForm = () => {
    const { form, data } = desk;
    const { ui } = data;
    const correction = form.type === "D" ? "" : form.correction.trim();
    const comment = form.comment.trim();
    if (!form.span) return desk.blame(ui.notFound);
    const span = form.type === "L" && !form.item ? { start: form.span.end, end: form.span.end } : form.span;
    if (form.type !== "D" && !correction && (!comment || span.start === span.end)) return desk.blame(ui.nothingSaid);
    if (form.item) {
      const { start, end, replacement } = form.item;
      desk.form = null;
      return desk.act({ kind: "change", start, end, replacement, type: form.type, correction, comment });
    }
    const standing = data.items.filter((item) => item.ruling !== "struck");
    if (standing.some((item) => overlap(item, span))) return desk.blame(ui.taken);
    if (data.characters.slice(span.start, span.end).join("") === correction) return desk.blame(ui.sameText);
    desk.form = desk.chosen = null;
    desk.act({ kind: "add", ...span, type: form.type, correction, comment });
    desk.at = desk.data.items.findIndex((item) => item.ruling === "added" && item.start === span.start && item.end === span.end);
    desk.draw();
  };

  // choosing a piece of the text: press, drag, lift; a press on one character chooses it, with Shift as far as there
  desk.letters = (from, to) => {
    const letters = [];
    for (let index = from; index < to; index += 1) {
      const inside = desk.chosen && index >= desk.chosen.start && index < desk.chosen.end;
      letters.push(h("span", { class: inside ? "letter-of chosen" : "letter-of", "data-at": index }, shown(desk.data.characters[index])));
    }
    return letters;
  };
  const letterAt = (event) => {
    const element = root.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const letter = element?.closest?.("[data-at]");
    return letter ? Number(letter.dataset.at) : null;
  };
  desk.press = (event) => {
    const mark = event.target.closest?.(".error");
    const at = letterAt(event);
    if (mark && !event.shiftKey) { desk.pressed = { mark: Number(mark.dataset.index), from: at }; return; }
    if (at === null) return;
    event.preventDefault();
    desk.pressed = { mark: null, from: event.shiftKey && desk.chosen ? desk.chosen.start : at };
    desk.chosen = spanOf(desk.pressed.from, at);
    desk.paint();
  };
  desk.drag = (event) => {
    if (!desk.pressed || desk.pressed.from === null || !(event.buttons & 1)) return;
    const at = letterAt(event);
    if (at === null || (desk.pressed.mark !== null && at === desk.pressed.from)) return;
    desk.pressed.mark = null;
    desk.chosen = spanOf(desk.pressed.from, at);
    desk.paint();
  };
  desk.lift = () => {
    const { pressed } = desk;
    desk.pressed = null;
    if (pressed?.mark !== null && pressed?.mark !== undefined) return desk.choose(pressed.mark);
    if (!pressed || !desk.chosen) return;
    if (desk.form && !desk.form.item) { // other words for the mark that is being made
      const untouched = said(desk.form) === desk.form.begun;
      Object.assign(desk.form, { span: desk.chosen, piece: pieceOf(desk.chosen), fault: "" });
      if (untouched) desk.form = opened(desk.form);
      desk.draw();
      root.querySelector('[data-focus="form correction"], [data-focus="form comment"]')?.focus();
    } else if (!desk.holds()) { desk.at = -1; desk.openForm(); }
    else { desk.chosen = null; desk.paint(); }
  };
  const spanOf = (one, other) => ({ start: Math.min(one, other), end: Math.max(one, other) + 1 });
  desk.paint = () => {
    for (const letter of root.querySelectorAll("[data-at]")) {
      const at = Number(letter.dataset.at);
      letter.classList.toggle("chosen", Boolean(desk.chosen && at >= desk.chosen.start && at < desk.chosen.end));
    }
  };

  // rubric, grade, comment
  const numberIn = (text, most) => {
    const value = Number(text.trim().replace(",", "."));
    return text.trim() === "" ? null : Number.isFinite(value) ? Math.min(most, Math.max(0, Math.round(value / HALF) * HALF)) : undefined;
  };
  desk.commitPoints = () => {
    const typed = [...desk.typedPoints];
    desk.typedPoints.clear();
    for (const [criterion, text] of typed) {
      const row = desk.data.rubric.find((each) => each.criterion === criterion);
      const points = numberIn(text, row.most);
      if (points !== undefined && points !== row.points) desk.act({ kind: "points", criterion, points });
    }
    if (typed.length) desk.draw();
  };
  desk.commitGrade = () => {
    if (desk.typedGrade === null) return;
    const grade = numberIn(desk.typedGrade, 100);
    desk.typedGrade = null;
    if (grade !== undefined && grade !== desk.data.grade) desk.act({ kind: "grade", grade });
    else desk.draw();
  };
  desk.commitComment = () => {
    clearTimeout(desk.timer);
    const text = desk.typedComment?.trim();
    if (text === undefined || desk.composing) return;
    desk.typedComment = null;
    if (text !== desk.data.comment) desk.act({ kind: "comment", text });
    else desk.tell();
  };
  desk.insert = (text) => {
    desk.commitComment();
    const before = desk.data.comment;
    const gap = before && !/[\s。！？；，]$/u.test(before) ? (HAN.test(before) ? "；" : " ") : "";
    desk.act({ kind: "comment", text: `${before}${gap}${text}` });
  };
  desk.saveComment = () => { desk.commitComment(); const text = desk.data.comment.trim(); if (text) desk.page("save", { text }); else desk.commentField.focus(); };

  // keys
  desk.onKey = (event) => {
    if (!root.isConnected || event.defaultPrevented || event.altKey || event.isComposing) return;
    const field = event.composedPath()[0];
    const inGrade = field === desk.gradeField && !/^[\d.,]$|^(Backspace|Delete|Arrow|Home|End|Tab)/.test(event.key);
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && field === desk.commentField) { event.preventDefault(); return desk.giveBack(false); }
    if (event.ctrlKey || event.metaKey) return;
    if (typing(field) && event.key === "Escape") { field.blur(); return; }
    if (typing(field) && !inGrade) return;
    if (field?.isContentEditable || event.repeat) return;
    const does = {
      j: () => desk.go(desk.data.next), n: () => desk.go(desk.data.next), k: () => desk.go(desk.data.previous), p: () => desk.go(desk.data.previous),
      r: () => desk.giveBack(false), d: () => desk.giveBack(true), u: () => { desk.commit(); desk.undo(); },
      ArrowRight: () => desk.step(1), ArrowLeft: () => desk.step(-1), x: desk.strike, a: desk.accept, e: desk.openChange, m: desk.openForm,
      g: () => { desk.gradeField.focus(); desk.gradeField.select(); }, c: () => desk.commentField.focus(),
      Enter: inGrade ? () => field.blur() : undefined,
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const comment = /^[1-9]$/.test(event.key) && !typing(field) ? desk.data.bank[Number(event.key) - 1] : undefined;
    if (!does && !comment) return;
    event.preventDefault();
    if (desk.leaving) return;
    if (inGrade) desk.commitGrade();
    if (does) does();
    else desk.insert(comment.text);
  };

  desk.draw = () => {
    if (desk.composing) return; // an input method is at work in a field: it would lose what it holds
    const active = root.getRootNode().activeElement;
    const held = active?.dataset?.focus, cursor = typing(active) ? active.selectionStart : null, last = typing(active) ? active.selectionEnd : null;
    const above = root.querySelector(".list")?.scrollTop ?? 0;
    const { data } = desk;
    const notice = data.notice ? h("p", { class: "notice", role: "status" }, data.notice) : null;
    root.replaceChildren(
      drawHead(desk), notice ?? "",
      h("div", { class: "columns" },
        h("div", { class: "sheet" }, data.task ? h("p", { class: "task note" }, data.task) : null, drawSheet(desk), h("p", { class: "note" }, data.ui.selectHint)),
        h("div", { class: "side" },
          h("section", { class: "detail", "aria-live": "polite", "aria-label": data.ui.here }, drawChosen(desk)),
          data.items.length ? drawList(desk) : null,
          drawRubric(desk), drawComment(desk))),
      drawFoot(desk),
      h("p", { class: "note keys" }, data.ui.keys));
    root.querySelector(".list")?.scrollTo(0, above);
    const again = held ? root.querySelector(`[data-focus="${held}"]`) : null;
    again?.focus({ preventScroll: true });
    if (again && cursor !== null && typing(again)) again.setSelectionRange(cursor, last);
  };

  document.addEventListener("keydown", desk.onKey);
  root.addEventListener("compositionstart", () => { desk.composing = true; });
  root.addEventListener("compositionend", () => { desk.composing = false; setTimeout(desk.draw, 0); });
  window.addEventListener("pagehide", () => desk.commit());
  return desk;
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  let desk = DESKS.get(root);
  if (!desk) DESKS.set(root, (desk = newDesk(root)));
  data.characters = codePoints(data.text);
  desk.send = (entries) => setTriggerValue("acts", entries.map((entry) => ({ ...entry })));
  desk.number = Math.max(desk.number, data.acked);
  desk.sent = desk.sent.filter((entry) => entry.n > data.acked);
  const another = desk.base !== null && desk.base.id !== data.id;
  if (another) root.getRootNode().activeElement?.blur();
  if (desk.base?.id !== data.id) Object.assign(desk, { at: data.items.length ? 0 : -1, form: null, chosen: null, typedGrade: null, typedComment: null, typedPoints: new Map(), leaving: false });
  else if (desk.at < 0 && !desk.form && !desk.base.items.length && data.items.length) desk.at = 0; // the review has just come
  if (!desk.sent.length) desk.leaving = false;
  desk.base = data;
  if (desk.at >= data.items.length && !desk.sent.length) desk.at = data.items.length - 1;
  desk.refresh();
  if (another) root.firstElementChild.scrollIntoView({ block: "nearest" });
  return () => { if (!root.isConnected) document.removeEventListener("keydown", desk.onKey); };
}
