// Material Symbols, and a ring that fills.

const symbol = (name, cls = "") => h("span", { class: `symbol ${cls}`.trim(), "aria-hidden": "true", translate: "no" }, name);

/** Material Symbols are words until their font is there: hidden until then. */
function whenSymbolsAreThere(root) {
  document.fonts.load('24px "Material Symbols Rounded"', "home").then((found) => root.toggleAttribute("data-symbols", found.length > 0), () => {});
}

/** A circle in a square of `size`, of which `share` (0 to 1) is drawn as done. */
function ring(share, size, radius) {
  const around = 2 * Math.PI * radius;
  const drawn = (cls, dash) => {
    const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [name, value] of Object.entries({ cx: size / 2, cy: size / 2, r: radius, class: cls })) circle.setAttribute(name, value);
    if (dash) circle.setAttribute("stroke-dasharray", dash);
    return circle;
  };
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(drawn("track"));
  if (share > 0) svg.append(drawn("share", `${around * share} ${around}`));
  return svg;
}
