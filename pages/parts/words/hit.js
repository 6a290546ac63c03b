// Which Chinese character a click hit, and the text around it. The hit is measured on the drawn characters: the browsers' own ways from a point
// to a text do not all look into shadow roots, and they round to the gap between two characters.

const NEVER = "a, button, input, textarea, select, label, summary, option, canvas, svg, [role=button], [role=tab], [role=option], [role=checkbox], "
  + "[role=radio], [role=switch], [role=link], [role=menuitem], [role=slider], [role=combobox], [role=textbox], [role=grid], [contenteditable=true], "
  + "[draggable=true], [data-no-words], [data-testid=stSidebar], [data-testid=stHeader]";
const ACTING = new Set(["pointer", "grab", "grabbing", "not-allowed"]);
const UNREAD = "rt, rp, script, style, svg, .unseen, [aria-hidden=true]";
const NEAR_PX = 3; // around a character, for a finger
const MOST = 200; // code points that are sent

/** Whether what was clicked does something of its own, or belongs to a question that is open. */
function actsByItself(path) {
  for (const element of path) {
    if (!(element instanceof Element)) continue;
    if (element.hasAttribute("data-words")) return false;
    if (element.matches(NEVER)) return true;
  }
  return ACTING.has(getComputedStyle(path[0]).cursor);
}

const within = (rect, x, y) => x >= rect.left - NEAR_PX && x <= rect.right + NEAR_PX && y >= rect.top - NEAR_PX && y <= rect.bottom + NEAR_PX;

function rectsOf(node, start, end) {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  return [...range.getClientRects()];
}

/** The text node right in the element, and the index in it, of the character at a point; null where none is drawn there. */
function characterAt(element, x, y) {
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !HAN.test(node.data)) continue;
    if (!rectsOf(node, 0, node.length).some((rect) => within(rect, x, y))) continue;
    let nearest = null;
    for (let at = 0; at < node.length; at += 1) {
      for (const rect of rectsOf(node, at, at + 1)) {
        const away = Math.abs((rect.left + rect.right) / 2 - x);
        if (rect.width && within(rect, x, y) && (!nearest || away < nearest.away)) nearest = { at, away };
      }
    }
    if (nearest && HAN.test(node.data[nearest.at])) return { node, at: nearest.at };
  }
  return null;
}

const isInline = (element) => /^(inline|ruby|contents)/.test(getComputedStyle(element).display);

function blockOf(node) {
  let element = node.parentElement;
  while (element?.parentElement && isInline(element)) element = element.parentElement;
  return element;
}

/** The characters of a block as they are read, without the readings above them, each with where it is drawn. */
function charactersOf(block) {
  const found = [];
  const gather = (element) => {
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        let at = 0;
        for (const character of child.data) {
          found.push({ character: /\s/.test(character) ? " " : character, node: child, at, size: character.length });
          at += character.length;
        }
      } else if (child instanceof Element && !child.matches(UNREAD)) {
        const apart = child.tagName === "BR" || !isInline(child);
        if (apart) found.push({ character: "\n", node: null });
        gather(child);
        if (apart) found.push({ character: "\n", node: null });
      }
    }
  };
  gather(block);
  return found;
}

const ENDS = /[。！？!?；;\n]/;

/** At most `MOST` characters around an offset, from the beginning of a sentence where one begins near enough. */
function windowAround(characters, offset) {
  if (characters.length <= MOST) return { start: 0, end: characters.length };
  let start = Math.max(0, Math.min(offset - MOST / 2, characters.length - MOST));
  for (let at = start; at < offset; at += 1) {
    if (ENDS.test(characters[at].character)) { start = at + 1; break; }
  }
  return { start, end: Math.min(characters.length, start + MOST) };
}

/** What is asked of the service: the text around a character and its offset in code points; with where each character is drawn. */
function questionAt(node, at) {
  const characters = charactersOf(blockOf(node));
  const offset = characters.findIndex((each) => each.node === node && each.at <= at && at < each.at + each.size);
  if (offset < 0) return null;
  const { start, end } = windowAround(characters, offset);
  const shown = characters.slice(start, end);
  return { text: shown.map((each) => each.character).join(""), offset: offset - start, shown };
}

/** The same for a click; null where it hit no Chinese, or what acts by itself. */
function questionOf(event) {
  const path = event.composedPath();
  if (!(path[0] instanceof Element) || actsByItself(path)) return null;
  const hit = characterAt(path[0], event.clientX, event.clientY);
  return hit && questionAt(hit.node, hit.at);
}

// -- the word that is meant, marked in the page ------------------------------------------------------------------

const Marked = {
  name: "wenlu-word",
  sheet: null,

  /** Mark the characters from `start` to `end` of a question; returns their box. */
  show({ shown }, start, end) {
    const letters = shown.slice(start, end).filter((each) => each.node?.isConnected);
    const ranges = letters.map((each) => {
      const range = document.createRange();
      range.setStart(each.node, each.at);
      range.setEnd(each.node, each.at + each.size);
      return range;
    });
    if (globalThis.Highlight && CSS.highlights) {
      Marked.sheet ??= Marked.made();
      for (const root of new Set(letters.map((each) => each.node.getRootNode()))) {
        if (!root.adoptedStyleSheets.includes(Marked.sheet)) root.adoptedStyleSheets.push(Marked.sheet);
      }
      CSS.highlights.set(Marked.name, new Highlight(...ranges));
    }
    return Marked.boxOf(ranges);
  },

  made() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`::highlight(${Marked.name}) { background-color: rgb(214 158 46 / .36); }`);
    return sheet;
  },

  boxOf(ranges) {
    const rects = ranges.flatMap((range) => [...range.getClientRects()]);
    if (!rects.length) return null;
    const line = rects.filter((rect) => Math.abs(rect.top - rects[0].top) < rect.height);
    return {
      left: Math.min(...line.map((rect) => rect.left)), right: Math.max(...line.map((rect) => rect.right)),
      top: Math.min(...rects.map((rect) => rect.top)), bottom: Math.max(...rects.map((rect) => rect.bottom)),
    };
  },

  clear() { CSS.highlights?.delete(Marked.name); },
};
