// The word at hand without a pointer: Alt+W marks the first Chinese word in sight, the arrow keys move on, Enter opens it, Escape ends it.

const FARTHEST = 4000; // words of a page that can be reached

const Walk = {
  words: [],
  at: -1,

  key(event) {
    if (event.altKey && event.code === "KeyW" && !event.ctrlKey && !event.metaKey) return Walk.begin();
    if (Walk.at < 0 || event.altKey || event.ctrlKey || event.metaKey) return false;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) return Walk.mark(Walk.at + step);
    if (event.key === "Enter") return Walk.open();
    if (event.key === "Escape") { Walk.end(); return true; }
    return false;
  },

  begin() {
    Walk.words = wordsOf(document.querySelector("[data-testid=stMain]") ?? document.body).slice(0, FARTHEST);
    const inSight = Walk.words.findIndex((word) => {
      const [rect] = rectsOf(word.node, word.at, word.at + word.size);
      return rect && rect.top >= 0 && rect.bottom <= innerHeight;
    });
    return Walk.mark(Math.max(inSight, 0));
  },

  mark(at) {
    const word = Walk.words[at];
    if (!word?.node.isConnected) return Walk.words.length > 0;
    Walk.at = at;
    const letters = [{ node: word.node, at: word.at, size: word.size }];
    word.node.parentElement.scrollIntoView({ block: "nearest" });
    Marked.show({ shown: letters }, 0, 1);
    rootOf().querySelector("[role=status]").textContent = word.node.data.slice(word.at, word.at + word.size);
    return true;
  },

  open() {
    const word = Walk.words[Walk.at];
    Walk.at = -1;
    const question = word.node.isConnected && questionAt(word.node, word.at);
    if (question) ask(question);
    return true;
  },

  end() {
    if (Walk.at < 0) return;
    Walk.at = -1;
    Marked.clear();
  },
};

/** The Chinese words of an element, shadow roots included, but for what acts by itself and for questions that are open. */
function wordsOf(element) {
  const cut = globalThis.Intl?.Segmenter ? new Intl.Segmenter("zh", { granularity: "word" }) : null;
  const found = [];
  const gather = (parent) => {
    for (const child of parent.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && HAN.test(child.data) && rectsOf(child, 0, child.length).length) {
        const pieces = cut ? [...cut.segment(child.data)] : [...child.data].map((segment, index) => ({ segment, index }));
        for (const { segment, index } of pieces) if (HAN.test(segment)) found.push({ node: child, at: index, size: segment.length });
      } else if (child instanceof Element && (child.hasAttribute("data-words") || !child.matches(`${NEVER}, ${UNREAD}`))) {
        if (child.shadowRoot) gather(child.shadowRoot);
        gather(child);
      }
    }
  };
  gather(element);
  return found;
}
