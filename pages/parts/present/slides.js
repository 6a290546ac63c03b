// What stands on each kind of slide. A slide is read from four metres: few words, and the Chinese is the largest.

const lines = (slide) => slide.lines.map((line) => h("p", { class: "say" }, zh(line)));

const SLIDES = {
  cover: (slide) => [h("p", { class: "mark", "aria-hidden": "true" }), ...lines(slide)],

  reading(slide, data) {
    const text = [];
    let at = 0;
    for (const [number, syllable] of slide.syllables.entries()) {
      text.push(slide.text.slice(at, syllable.at).join(""));
      text.push(h("ruby", { class: number === slide.wrong ? "off" : null }, slide.text.slice(syllable.at, syllable.at + syllable.length).join(""),
        h("rt", { lang: "zh-Latn" }, syllable.pinyin)));
      at = syllable.at + syllable.length;
    }
    text.push(slide.text.slice(at).join(""));
    const columns = slide.syllables.map((syllable, index) => ({ ...syllable, index }));
    const plot = contourPlot(columns, { bands: data.bands, columnWidth: 96, height: 170, label: slide.lines[0], at: slide.wrong });
    const audio = h("audio", { src: slide.sound });
    const listen = h("button", { type: "button", class: "button listen", onclick: () => { audio.currentTime = 0; audio.play(); } }, icon("play"), data.ui.listen);
    return [h("div", { class: "row" }, h("p", { class: "text han", lang: "zh-CN" }, text), listen, audio), plot, ...lines(slide)];
  },

  drill: (slide) => [
    h("ol", { class: "cards" }, slide.steps.map((step) => h("li", {}, h("span", { class: "small" }, step.name),
      h("span", { class: "word han", lang: "zh-CN" }, step.word), h("span", { class: "pinyin", lang: "zh-Latn" }, step.pinyin),
      step.gloss ? h("span", { class: "small", lang: "en" }, step.gloss) : null))),
    ...lines(slide)],

  map(slide) {
    const around = (points, cls) => h("ul", { class: `around ${cls}` }, points.map((point) =>
      h("li", {}, h("span", { class: "glyph", style: `color:${point.color}`, "aria-hidden": "true" }, point.glyph), zh(point.name))));
    const bar = (state, cls) => h("div", { class: `bar ${cls}` },
      h("span", { class: "range", style: `left:${state.low}%;width:${state.high - state.low}%` }), h("span", { class: "point", style: `left:${state.mastery}%` }));
    return [
      h("div", { class: "neighbours" }, around(slide.around.before, "before"),
        h("div", { class: "here" }, h("span", { class: "glyph huge", style: `color:${slide.state.color}`, "aria-hidden": "true" }, slide.state.glyph),
          h("strong", {}, zh(slide.state.name)), h("span", { class: "small" }, slide.state.status)),
        around(slide.around.after, "after")),
      h("div", { class: "bars", role: "img", "aria-label": slide.state.figure }, slide.earlier ? bar(slide.earlier, "earlier") : null, bar(slide.state, "now")),
      h("p", { class: "say" }, h("strong", {}, slide.state.figure), slide.lines.map((line) => h("span", { class: "aside" }, line)))];
  },

  essay: (slide) => [
    h("p", { class: "text sentence han", lang: "zh-CN" }, slide.before, h("del", {}, slide.wrong), slide.instead ? h("ins", {}, slide.instead) : null, slide.after),
    h("p", { class: "say why" }, zh(slide.lines[0])), h("p", { class: "small" }, zh(slide.lines[1]))],

  returns: (slide) => [
    h("div", { class: "entry" }, h("p", { class: "small" }, `${slide.day} · ${slide.time} · ${slide.name}`),
      slide.stem ? h("p", { class: "text han", lang: "zh-CN" }, slide.stem.split("____").flatMap((part, place) => (place ? [h("span", { class: "blank" }), part] : [part]))) : null,
      slide.options.length ? h("ul", { class: "pieces" }, slide.options.map((option) => h("li", {}, zh(option)))) : null,
      h("p", { class: "small" }, zh(slide.instruction))),
    h("p", { class: "say why" }, zh(slide.lines[0]))],

  class: (slide) => [
    h("p", { class: "small" }, zh(slide.point)),
    h("ul", { class: "students" }, slide.students.map((student) => h("li", { class: student.in ? "in" : null },
      h("span", { class: "glyph", style: `color:${student.color}`, "aria-hidden": "true" }, student.glyph), h("span", {}, student.name), h("span", { class: "small" }, student.status)))),
    ...lines(slide)],

  lesson: (slide) => [h("div", { class: "entry" }, h("p", { class: "text title" }, zh(slide.lesson)), h("p", { class: "small" }, zh(slide.goal))), ...lines(slide)],

  end: (slide, data, again) => [
    h("p", { class: "mark", "aria-hidden": "true" }),
    h("div", { class: "links" }, h("button", { type: "button", class: "button primary", onclick: again }, slide.again),
      slide.links.map((link) => h("a", { class: "button", href: `/${link.page}`, target: "_self" }, link.name)))],
};
