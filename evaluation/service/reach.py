"""Whether a page can be used by keys alone and on a narrow screen: what Tab never comes to, what scrolls sideways."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

BATCH = 10
"""Presses of Tab between two looks at where it has come to."""
TOLERANCE_PX = 1
NOTE_FOCUS = """() => {
    window.wenluReached ??= new Set();
    window.wenluRounds ??= 0;
    window.wenluWatched ??= new WeakSet();
    const note = (event) => {
        const element = event.composedPath()[0];
        window.wenluFirst ??= element;
        if (element === window.wenluFirst && event.target === event.composedPath()[0]) window.wenluRounds += 1;
        window.wenluReached.add(element);
    };
    const watch = (root) => { // focus that moves within a shadow root is not told outside of it
        if (!window.wenluWatched.has(root)) root.addEventListener("focusin", note, true);
        window.wenluWatched.add(root);
        for (const element of root.querySelectorAll("*")) if (element.shadowRoot) watch(element.shadowRoot);
    };
    watch(document);
    return window.wenluRounds >= 2;
}"""
"""Notes every element that gets the focus from now on; true once the first of them got it again."""
FROM_THE_TOP = """() => { document.activeElement?.blur(); window.scrollTo(0, 0); }"""
CONTROLS = """() => {
    const wanted = "a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=tab], [role=radio]," +
        " [role=checkbox], [role=switch], [role=slider], [role=combobox], [role=menuitem], [contenteditable=true], [tabindex='0']";
    const composite = "[role=tablist], [role=radiogroup], [role=toolbar], [role=listbox], [role=grid], [role=tree], [role=menu], fieldset";
    const parentOf = (element) => element.parentElement ?? element.getRootNode().host ?? null;
    const within = (element, selector) => {
        for (let each = element; each; each = parentOf(each)) if (each.matches(selector)) return each;
        return null;
    };
    const labelOf = (element) => element.closest("label") ?? (element.labels && element.labels[0]) ?? null;
    const seen = (element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const shown = (element) => seen(element) || (element.matches("input") && labelOf(element) !== null && seen(labelOf(element)));
    const off = (element) => element.disabled || element.matches("[aria-disabled=true]") || within(element, "[inert], [aria-hidden=true]");
    const all = [];
    const collect = (root) => {
        for (const element of root.querySelectorAll("*")) {
            if (element.matches(wanted) && element.type !== "hidden" && !off(element) && shown(element)) all.push(element);
            if (element.shadowRoot) collect(element.shadowRoot);
        }
    };
    collect(document);
    const reached = window.wenluReached;
    const group = (element) => element.matches("input[type=radio]") && element.name
        ? all.filter((other) => other.matches("input[type=radio]") && other.name === element.name)
        : (() => { const holder = within(element, composite); return holder ? all.filter((other) => within(other, composite) === holder) : []; })();
    const inside = (element) => { // a row that is clicked and holds the button that does the same, or the other way round
        for (const other of reached) if (other !== element && (element.contains(other) || other.contains?.(element)) && other.matches(wanted)) return true;
        return false;
    };
    const byArrows = (element) => (element.tabIndex < 0 || element.matches("input[type=radio]")) && group(element).some((other) => reached.has(other));
    const opensField = (element) => { // what the arrow keys of the field beside it do
        const field = element.tabIndex < 0 ? element.parentElement?.querySelector("[role=combobox]") : null;
        return Boolean(field) && reached.has(field);
    };
    const named = (element) => {
        const words = (element.getAttribute("aria-label") || element.innerText || element.placeholder || element.title || labelOf(element)?.innerText || "").trim();
        const key = within(element, "[class*=st-key-]")?.className.match(/st-key-([\\w-]+)/)?.[1];
        return `${element.localName}${element.className && typeof element.className === "string" ? "." + element.className.split(/\\s+/)[0] : ""} ` +
            `'${words.replace(/\\s+/g, " ").slice(0, 40)}'${key ? ` in ${key}` : ""} tabindex ${element.tabIndex}`;
    };
    const missed = all.filter((element) => !reached.has(element) && !byArrows(element) && !inside(element) && !opensField(element));
    return { count: all.length, missed: missed.map(named) };
}"""
"""Controls that can be seen and used, and those of them to which neither Tab nor, from another of their group, an arrow key leads."""
WIDE = """tolerance => {
    const wide = [];
    const main = document.querySelector("[data-testid=stMain]");
    for (const element of [document.documentElement, document.body, main]) {
        if (!element) continue;
        const over = element.scrollWidth - element.clientWidth;
        if (over > tolerance && (element === document.documentElement || getComputedStyle(element).overflowX !== "hidden"))
            wide.push(`${element.dataset?.testid ?? element.localName} is ${over} px wider than the screen`);
    }
    if (!wide.length) return [];
    const edge = document.documentElement.clientWidth + tolerance;
    const beyond = [];
    const collect = (root) => {
        for (const element of root.querySelectorAll("*")) {
            if (element.getBoundingClientRect().right > edge && element.checkVisibility())
                beyond.push(`${element.localName}${typeof element.className === "string" && element.className ? "." + element.className.split(/\\s+/)[0] : ""} ends at ${Math.round(element.getBoundingClientRect().right)}`);
            if (element.shadowRoot) collect(element.shadowRoot);
        }
    };
    collect(main ?? document);
    return [...wide, ...beyond.slice(-3)];
}"""


@dataclass(frozen=True)
class Reach:
    """The controls of a page that can be seen, and those that keys do not reach."""

    count: int
    missed: list[str]


def reach(page: Page, *, most: int = 600) -> Reach:
    """Press Tab once around the page, `most` times at most, and tell what it did not come to.

    One of a group of radio buttons, tabs or the like that arrow keys lead through stands for all of it. What lies in frames is not counted.
    """
    page.evaluate(FROM_THE_TOP)
    page.evaluate(NOTE_FOCUS)
    for _ in range(0, most, BATCH):
        for _ in range(BATCH):
            page.keyboard.press("Tab")
        if page.evaluate(NOTE_FOCUS):
            break
    seen = page.evaluate(CONTROLS)
    return Reach(seen["count"], seen["missed"])


def sideways(page: Page) -> list[str]:
    """What of the page scrolls sideways, and the last elements that stand out; tables and the like that scroll within themselves do not count."""
    wide: list[str] = page.evaluate(WIDE, TOLERANCE_PX)
    return wide
