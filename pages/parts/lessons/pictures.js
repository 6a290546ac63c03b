// Pictures of lessons, drawn from a description with the theme's own colours. Symbols are words of the Material Symbols font that
// Streamlit ships; where it is missing the caption says what there is to see.

const SYMBOLS = "Material Symbols Rounded";
const SKY = new Set("sunny cloud rainy partly_cloudy_day thunderstorm weather_snowy ac_unit flight air star bedtime dark_mode wb_sunny wb_twilight water_drop snowing foggy nightlight clear_day moon_stars flight_takeoff flight_land".split(" "));
const PEOPLE = new Set("person group groups family_restroom boy girl man woman man_2 man_3 man_4 woman_2 face face_2 face_3 elderly elderly_woman child_care diversity_3 school_person engineering directions_walk directions_run self_improvement accessibility_new pregnant_woman escalator_warning emoji_people sports_gymnastics sports_martial_arts sports_kabaddi record_voice_over interpreter_mode hail nordic_walking hiking rowing pool wc supervisor_account person_2 person_3 person_4 pets".split(" "));
const BUILDINGS = new Set("home apartment school local_hospital hotel store storefront factory museum temple_buddhist temple_hindu location_city domain business cottage house villa gite bungalow cabin park forest landscape train directions_bus directions_subway subway tram directions_car local_taxi castle stadium account_balance local_library warehouse holiday_village night_shelter nature bed table_restaurant train_station airport_shuttle local_mall agriculture grass kitchen weekend chair".split(" "));
const OUTDOORS = new Set("home apartment school local_hospital hotel store storefront factory museum temple_buddhist temple_hindu location_city domain business cottage house villa gite bungalow cabin park forest landscape train directions_bus directions_subway subway tram directions_car local_taxi castle stadium account_balance warehouse holiday_village nature train_station airport_shuttle agriculture grass pedal_bike directions_bike directions_walk directions_run hiking nordic_walking luggage map signpost traffic fork_right turn_left turn_right sports_soccer pool rowing water waves eco recycling yard local_florist camping beach_access umbrella thermostat explore travel_explore pin_drop location_on route electric_bike two_wheeler festival bridge sailing directions_boat anchor terrain filter_hdr".split(" "));
const TINTS = ["--st-blue-color", "--st-green-color", "--st-primary-color", "--st-yellow-color"];

const s = (tag, attributes, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes ?? {})) if (value !== null && value !== undefined) element.setAttribute(name, value);
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined));
  return element;
};
const BODY = 0.2; // of the size of a symbol: wide enough to close the gaps inside its outline
const WIDEST_BODY = 24;
const tint = (place) => `var(${TINTS[place % TINTS.length]})`;
const symbol = (name, cls = "") => h("span", { class: `symbol ${cls}`.trim(), "aria-hidden": "true", translate: "no" }, name);

/** A symbol cut out of paper: the font knows outlines only, so a pale wide stroke underneath gives them a body. */
function glyph(name, x, y, size, color) {
  const drawn = (style) => s("text", { x, y, class: "symbol", "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", style, translate: "no" }, name);
  const body = `color-mix(in srgb, ${color} 16%, var(--card))`;
  return s("g", { class: "cut" }, drawn(`fill:${body};stroke:${body};stroke-width:${Math.min(WIDEST_BODY, size * BODY)};stroke-linejoin:round`), drawn(`fill:${color}`));
}

/** Whether the symbols can be drawn: asked once, for the font is fetched on first use. */
const symbolsReady = (() => {
  let asked = null;
  return () => (asked ??= document.fonts.load(`24px "${SYMBOLS}"`, "home").then((found) => found.length > 0, () => false));
})();

function seed(words) {
  let sum = 7;
  for (const character of words.join("")) sum = (sum * 31 + character.codePointAt(0)) % 9973;
  return sum;
}

// -- a scene: sky, hills, a ground on which buildings, people and things stand ---------------------------

function scene(picture) {
  const luck = seed(picture.icons);
  const sky = picture.icons.filter((name) => SKY.has(name));
  const ground = picture.icons.filter((name) => !SKY.has(name)).sort((a, b) => rank(a) - rank(b));
  const inside = !sky.length && !ground.some((name) => OUTDOORS.has(name));
  const slot = 640 / (ground.length + 1);
  const standing = ground.map((name, place) => stand(name, slot * (place + 1), place + (luck % 3), ground.length));
  const flying = sky.map((name, place) => glyph(name, 548 - place * 120 - (luck % 3) * 14, 58, 80, skyTint(name)));
  return s("svg", { viewBox: "0 0 640 236", class: "drawing scene" }, inside ? room(luck, slot) : country(luck, slot, sky), flying, standing);
}

/** Hills, and a sun or a moon between two of what stands there. */
function country(luck, slot, sky) {
  const dark = sky.some((name) => /dark|bed|night|moon/.test(name));
  const sun = sky.some((name) => /sunny|clear_day/.test(name)) || dark;
  const bend = luck % 60;
  return [
    s("rect", { width: 640, height: 236, class: `air a${luck % 3}` }),
    sun ? null : s("circle", { cx: slot * 0.5, cy: 62, r: 26, class: "disc" }),
    s("path", { d: `M0 168 C 90 ${110 + bend / 2}, 190 ${120 - bend / 3}, 300 160 S 520 ${104 + bend / 3}, 640 152 V236 H0Z`, class: "hill far" }),
    s("path", { d: `M0 196 C 140 ${166 + bend / 4}, 260 184, 380 194 S 560 ${176 + bend / 5}, 640 190 V236 H0Z`, class: "hill near" }),
  ];
}

/** A room: a wall, a floor, a window to one side, a lamp or a hanging scroll to the other. */
function room(luck, slot) {
  const left = luck % 2 === 0;
  const [near, far] = [Math.min(40, slot * 0.14), 640 - Math.min(40, slot * 0.14)];
  const at = left ? near : far - 104;
  const other = left ? far - 40 : near + 40;
  const hung = luck % 3
    ? [s("path", { d: `M${other} 0 V44`, class: "cord" }), s("path", { d: `M${other - 30} 72 Q${other} 16 ${other + 30} 72Z`, class: "lamp" }), s("circle", { cx: other, cy: 74, r: 7, class: "bulb" })]
    : [s("rect", { x: other - 24, y: 26, width: 48, height: 98, class: "scroll" }), s("path", { d: `M${other - 30} 26 h60 M${other - 30} 124 h60`, class: "rod" }), s("path", { d: `M${other - 14} 100 q10 -34 14 -14 t14 -30`, class: "stroke" })];
  return [
    s("rect", { width: 640, height: 236, class: `wall a${luck % 3}` }), s("rect", { y: 178, width: 640, height: 58, class: "floor" }),
    s("rect", { x: at, y: 26, width: 104, height: 88, rx: 6, class: "pane" }), s("circle", { cx: at + 74, cy: 52, r: 13, class: "disc" }),
    s("path", { d: `M${at} 98 q26 -26 52 -8 t52 -10 v28 q0 6 -6 6 h-92 q-6 0 -6 -6z`, class: "hill near" }),
    s("path", { d: `M${at + 52} 26 v88 M${at} 70 h104`, class: "frame" }), s("rect", { x: at, y: 26, width: 104, height: 88, rx: 6, class: "frame" }), hung,
    s("ellipse", { cx: 320, cy: 208, rx: 270, ry: 21, class: "rug" }),
  ];
}

function rank(name) {
  return BUILDINGS.has(name) ? 0 : PEOPLE.has(name) ? 1 : 2;
}

function skyTint(name) {
  return /sunny|star|twilight|clear/.test(name) ? "var(--st-yellow-color)" : /dark|moon|bed|night/.test(name) ? "var(--st-yellow-color)" : "var(--st-blue-color)";
}

function stand(name, x, hue, count) {
  const narrower = count > 3 ? 0.84 : 1;
  const [y, size, foot] = BUILDINGS.has(name) ? [136, 132, 204] : PEOPLE.has(name) ? [148, 124, 212] : [150, 96, 206];
  const middle = foot - (foot - y) * narrower;
  return s("g", {}, s("ellipse", { cx: x, cy: foot, rx: size * 0.5 * narrower, ry: 7, class: "shade" }), glyph(name, x, middle, size * narrower, tint(hue)));
}

// -- time, amounts, ways ----------------------------------------------------------------------------------

function timeline(picture) {
  const left = (at) => `${4 + at * 9}%`;
  const at = (mark) => mark.at / 10;
  const span = picture.span
    ? h("div", { class: "span", style: `left:${left(picture.span[0])};width:${(picture.span[1] - picture.span[0]) * 9}%` }, h("span", { class: "span-name" }, zh(picture.label ?? "")))
    : picture.label ? h("div", { class: "span bare" }, h("span", { class: "span-name" }, zh(picture.label))) : null;
  return h("div", { class: span ? "drawing timeline spanned" : "drawing timeline" }, h("div", { class: "axis" }),
    span,
    picture.marks.map((mark) => h("div", { class: "moment", style: `left:${left(mark.at)}` }, h("span", { class: "tick" }),
      h("span", { class: "moment-name", style: `transform:translateX(${-50 + (0.5 - at(mark)) * (at(mark) < 0.15 || at(mark) > 0.85 ? 60 : 0)}%)` }, zh(mark.text)))));
}

function compare(picture) {
  const most = Math.max(picture.left.value, picture.right.value, 1e-9);
  const row = (side, name) => h("div", { class: `amount ${name}` }, h("span", { class: "amount-name" }, zh(side.text)),
    h("span", { class: "track" }, h("span", { class: "fill", style: `width:${Math.max(3, (100 * side.value) / most)}%` })),
    h("span", { class: "value" }, String(side.value), h("span", { class: "unit" }, zh(picture.unit ?? ""))));
  return h("div", { class: "drawing compare" }, row(picture.left, "first"), row(picture.right, "second"));
}

function arrow() {
  return s("svg", { viewBox: "0 0 120 24", class: "arrow", preserveAspectRatio: "none" },
    s("path", { d: "M2 12 H114", class: "shaft", "vector-effect": "non-scaling-stroke" }));
}

function route(picture) {
  return h("div", { class: picture.icon ? "drawing route tall" : "drawing route" }, h("span", { class: "block" }, zh(picture.from)),
    h("span", { class: "way" }, h("span", { class: "way-word" }, picture.icon ? symbol(picture.icon) : null, zh(picture.word)), arrow(), h("span", { class: "tip" })),
    h("span", { class: "block goal" }, zh(picture.to)));
}

function cause(picture) {
  return h("div", { class: "drawing route cause" }, h("span", { class: "block" }, zh(picture.from)),
    h("span", { class: "way" }, h("span", { class: "way-word key" }, zh(picture.mark)), arrow(), h("span", { class: "tip" })),
    h("span", { class: "block goal" }, zh(picture.to)));
}

function scale(picture) {
  const steps = picture.steps.map((step, place) => h("li", { class: place === picture.at ? "stair meant" : "stair" },
    h("span", { class: "column", style: `height:${32 + (88 * (place + 1)) / picture.steps.length}px` }, place === picture.at ? h("span", { class: "flag" }) : null),
    h("span", { class: "stair-name" }, zh(step))));
  return h("ol", { class: "drawing scale" }, steps);
}

// -- where, how it is built, how it sounds ----------------------------------------------------------------

const SPOTS = { // centre and size of the thing, and of what it is seen against (two of them for between)
  on: { thing: [160, 46, 72], of: [[160, 138, 132]] },
  above: { thing: [160, 32, 60], of: [[160, 148, 116]] },
  under: { thing: [160, 164, 54], of: [[160, 112, 176]] },
  in: { thing: [160, 116, 62], of: [[160, 106, 176]] },
  beside: { thing: [246, 136, 84], of: [[116, 112, 138]] },
  front: { thing: [196, 158, 76], of: [[144, 92, 146]] },
  behind: { thing: [212, 70, 92], of: [[142, 122, 148]], under: true },
  between: { thing: [160, 134, 76], of: [[56, 118, 108], [264, 118, 108]] },
};

function place(picture) {
  const spot = SPOTS[picture.where];
  const against = spot.of.map(([x, y, size]) => glyph(picture.of, x, y, size, "var(--st-blue-color)"));
  const [x, y, size] = spot.thing;
  const thing = glyph(picture.thing, x, y, size, "var(--st-primary-color)");
  return s("svg", { viewBox: "0 0 320 208", class: "drawing place" }, s("ellipse", { cx: 160, cy: 196, rx: 140, ry: 8, class: "shade" }), spot.under ? [thing, against] : [against, thing]);
}

function pattern(picture) {
  const named = (picture.names ?? []).some(Boolean);
  const parts = picture.parts.map((part, at) => {
    const mark = !/[\p{L}\p{N}]/u.test(part.text) && part.text.length < 2;
    return h("li", { class: mark ? "part mark" : part.key ? "part key" : "part" },
      named ? h("span", { class: "part-name" }, picture.names[at] || "\u00a0") : null, h("span", { class: "part-text" }, zh(part.text)));
  });
  return h("ol", { class: "drawing pattern" }, parts);
}

/** A board on which a sentence grows; `stepTo` shows one step of it, and what is new there comes in. */
function build(picture) {
  const board = h("div", { class: "drawing build" });
  const blocks = (step) => picture.steps[step].parts.map((part) => part.text);
  let shown = null;
  board.stepTo = (step) => {
    if (step === shown) return;
    const before = shown === null || shown > step ? [] : blocks(shown);
    const drawn = pattern(picture.steps[step]);
    [...drawn.children].forEach((part, at) => part.classList.toggle("new", shown !== null && !before.includes(blocks(step)[at])));
    board.replaceChildren(drawn, h("ol", { class: "steps", "aria-hidden": "true" }, picture.steps.map((_, at) => h("li", { class: at <= step ? "done" : "" }))));
    shown = step;
  };
  board.stepTo(picture.steps.length - 1);
  return board;
}

/** A mistake, with what is wrong in it struck through. */
function trap(picture) {
  const at = picture.wrong.indexOf(picture.mark);
  const rest = picture.wrong.slice(at + picture.mark.length);
  return h("p", { class: "drawing trap" }, icon("wrong"),
    h("span", { class: "han", lang: "zh-CN" }, picture.wrong.slice(0, at), h("del", {}, picture.mark), rest));
}

const CONTOURS = { 1: "M6 8 H42", 2: "M6 28 Q26 24 42 8", 3: "M6 20 Q18 42 26 36 Q36 28 42 14", 4: "M6 8 Q26 14 42 38", 5: "M24 24 h.1" };
const TONE_MARKS = [/[āēīōūǖ]/i, /[áéíóúǘ]/i, /[ǎěǐǒǔǚ]/i, /[àèìòùǜ]/i];

function toneOf(syllable) {
  const found = TONE_MARKS.findIndex((marks) => marks.test(syllable.normalize("NFC")));
  return found < 0 ? 5 : found + 1;
}

function contour(syllable, changed) {
  const tone = toneOf(syllable);
  return h("span", { class: `syllable t${tone}${changed ? " changed" : ""}` },
    s("svg", { viewBox: "0 0 48 46", class: "contour" }, [8, 15.5, 23, 30.5, 38].map((y) => s("path", { d: `M4 ${y} H44`, class: "staff" })), s("path", { d: CONTOURS[tone], class: "voice" })),
    h("span", { class: "latin", lang: "zh-Latn" }, syllable));
}

function tones(picture) {
  const spoken = picture.spoken ?? [];
  const changed = spoken.map((syllable, at) => syllable !== picture.syllables[at]);
  const row = (syllables, marks) => h("div", { class: "syllables" }, syllables.map((syllable, at) => contour(syllable, marks[at])));
  return h("div", { class: "drawing tones" }, row(picture.syllables, []),
    changed.some(Boolean) ? [h("span", { class: "becomes", "aria-hidden": "true" }), row(spoken, changed)] : null);
}

function table(picture) {
  const [head, ...rows] = picture.rows;
  return h("table", { class: "drawing grid" }, picture.caption ? h("caption", {}, zh(picture.caption)) : null,
    h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, zh(cell))))),
    h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, at) => (at ? h("td", {}, zh(cell)) : h("th", { scope: "row" }, zh(cell))))))));
}

function character(picture) {
  const square = (text, cls) => h("span", { class: `square ${cls}` },
    s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, s("rect", { x: 1.5, y: 1.5, width: 97, height: 97, class: "edge" }), s("path", { d: "M50 2V98M2 50H98", class: "cross" })),
    zh(text));
  return h("div", { class: "drawing character" }, square(picture.char, "whole"), h("span", { class: "sign", "aria-hidden": "true" }, "="),
    h("span", { class: "made-of" }, picture.parts.flatMap((part, at) => [at ? h("span", { class: "sign", "aria-hidden": "true" }, "+") : null, square(part, "piece")])));
}

const DRAWN = { scene, timeline, compare, pattern, build, trap, route, place, cause, scale, tones, table, character };
const SAYS_ITSELF = new Set(["timeline", "compare", "pattern", "build", "trap", "route", "cause", "scale", "tones", "table"]);

/** A picture with its caption. What is drawn as words is read as words; a drawing of symbols is told by its caption. */
function drawPicture(picture) {
  const drawn = DRAWN[picture.kind](picture);
  const symbols = !SAYS_ITSELF.has(picture.kind) && picture.kind !== "character";
  if (symbols) drawn.setAttribute("aria-hidden", "true");
  const caption = picture.kind === "table" ? "" : picture.caption;
  return h("figure", { class: `picture ${picture.kind}` }, drawn, caption ? h("figcaption", {}, zh(caption)) : null);
}
