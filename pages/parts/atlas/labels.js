// Text that fits its box: every line is measured in the font it is drawn in, broken where the language allows it, and shortened with an
// ellipsis only where it must be.

const RULER = document.createElement("canvas").getContext("2d");
const UNITS = /[\p{Script=Latin}\p{N}'’\-%.·/]+|\s+|./gu;
const CLINGS = /^[，。、；：）》”’…)\],;:!?！？]/; // never begins a line
const ROUNDED = 1.07; // heights are rounded to whole pixels, here and at the scale at which a text is drawn
const SPARE = 1.02; // of the measured width: SVG text is drawn a little wider at some scales

function widthOf(text, font) {
  if (RULER.font !== font) RULER.font = font;
  return RULER.measureText(text).width * SPARE;
}

function unitsOf(text) {
  const units = [];
  for (const unit of text.match(UNITS) ?? []) {
    if (units.length && CLINGS.test(unit)) units[units.length - 1] += unit;
    else units.push(unit);
  }
  return units;
}

/** How far a line of this font reaches above its baseline and below: the box that the browser gives it. */
function reach(font) {
  if (RULER.font !== font) RULER.font = font;
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = RULER.measureText("汉g");
  return { above, below, height: (above + below) * ROUNDED };
}

/** The text, shortened with an ellipsis where it is wider than `width`. */
function shortened(text, width, font) {
  if (widthOf(text, font) <= width) return text;
  const characters = Array.from(text);
  while (characters.length && widthOf(`${characters.join("").trimEnd()}…`, font) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** At most `most` lines, and whether they hold the whole text. A list is broken after its commas where its members fit a line. */
function wrapped(text, width, most, font) {
  const members = text.split(/(?<=、|, )/);
  const units = members.every((member) => widthOf(member.trimEnd(), font) <= width) && members.length > 1 ? members : unitsOf(text);
  const lines = [];
  let line = "";
  for (const unit of units) {
    if (line && widthOf((line + unit).trimEnd(), font) > width) {
      lines.push(line.trimEnd());
      line = unit.trimStart();
    } else line += unit;
  }
  if (line.trim()) lines.push(line.trimEnd());
  const whole = lines.length <= most && lines.every((each) => widthOf(each, font) <= width);
  if (lines.length > most) lines.splice(most - 1, lines.length, [...lines.slice(most - 1)].join(" "));
  return { lines: lines.map((each) => shortened(each, width, font)), whole };
}
