// The marking of one text in the browser: what the server sent, with what was done since and has not been answered yet.

/** What an action makes of the data, as the server will. What is not seen here (evidence, dates) comes with the answer. */
function applied(data, action) {
  const sameMark = (item) => item.start === action.start && item.end === action.end && item.replacement === action.replacement;
  const items = (change) => ({ ...data, items: data.items.map((item) => (sameMark(item) ? change(item) : item)) });
  switch (action.kind) {
    case "rule": return items((item) => ({ ...item, ...item.engine, ruling: action.ruling, comment: "", check: action.ruling ? false : item.engine.check }));
    case "change": return items((item) => ({ ...item, type: action.type, correction: action.type === "D" ? "" : action.correction, comment: action.comment, ruling: "changed", check: false, explanation: "" }));
    case "add": return { ...data, items: ordered([...data.items, addedItem(data, action)]) };
    case "remove": return { ...data, items: data.items.filter((item) => !(sameMark(item) && item.ruling === "added")) };
    case "comment": return { ...data, comment: action.text };
    case "points": return { ...data, rubric: data.rubric.map((row) => (row.criterion === action.criterion ? { ...row, points: action.points } : row)) };
    case "grade": return { ...data, grade: action.grade };
    default: return data;
  }
}

function addedItem(data, { start, end, type, correction, comment }) {
  const shown = type === "D" ? "" : correction;
  return {
    start, end, replacement: shown, correction: shown, type, comment, ruling: "added", check: false, explanation: "", sure: "", said: data.ui.kinds[type],
    original: data.characters.slice(start, end).join(""), engine: null, objection: false,
  };
}

const ordered = (items) => items.toSorted((one, other) => one.start - other.start || one.end - other.end);
const overlap = (one, other) => (one.start < other.end && other.start < one.end) || (one.start === other.start && one.end === other.end);

/** The marks that are drawn on the text: a struck one gives its place to one of the teacher's. */
function drawable(items) {
  const standing = items.filter((item) => item.ruling !== "struck");
  return items.filter((item) => item.ruling !== "struck" || !standing.some((other) => overlap(item, other)));
}

/** Sum of the rubric, of what was given or, where nothing was, of what is proposed. */
const given = (data) => data.rubric.some((row) => row.points !== null);
const total = (data) => {
  const points = data.rubric.map((row) => (given(data) ? row.points : row.proposed)).filter((value) => value !== null);
  return points.length ? Math.round(10 * points.reduce((sum, value) => sum + value, 0)) / 10 : null;
};

/** Where a piece of the text stands: the first place from `from` on, else the first of all; null where it is not in the text. */
function found(characters, piece, from) {
  const wanted = codePoints(piece);
  const stands = (start) => wanted.every((character, index) => characters[start + index] === character);
  const places = characters.map((_, index) => index).filter(stands);
  const start = places.find((place) => place >= from) ?? places[0];
  return wanted.length && start !== undefined ? { start, end: start + wanted.length } : null;
}

/** A mark as the essay's own drawing knows it: the correction in force in place of the engine's, a comment without a correction as a remark. */
const asDrawn = (item) => ({
  ...item, replacement: item.correction, remark: item.correction === "" && item.type !== "D" && item.ruling !== "struck", verdict: item.ruling === "struck" ? "dismissed" : null,
});
