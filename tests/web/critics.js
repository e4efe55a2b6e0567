// What critics see on a page; used by people.py.
(() => {
  const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const listed = ({ violations: found }) =>
    found.flatMap((fault) =>
      fault.nodes.slice(0, 4).map((node) => `${fault.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
    );
  const violations = async () => listed(await axe.run(document, { runOnly: TAGS, resultTypes: ["violations"] }));
  // Another theme changes colours and nothing else.
  const COLOURS = ["color-contrast", "link-in-text-block"];
  const colours = async () => listed(await axe.run(document, { runOnly: COLOURS, resultTypes: ["violations"] }));
  // Seven to one, for those who have asked for it.
  const contrast = async () => listed(await axe.run(document, { runOnly: ["color-contrast-enhanced"], resultTypes: ["violations"] }));

  const CONTROLS = "button, a[href], input, select, textarea, summary, [role=button], [role=slider]";
  // Only what is on top counts: behind an open window nothing is used.
  const stage = () => document.querySelector("dialog[open]") ?? document.body;
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest(".hidden, .skip, dialog:not([open])");
  const name = (element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${(element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40)}"`;

  const sideways = () => {
    const root = document.documentElement;
    const width = root.clientWidth;
    const found = root.scrollWidth > width ? [`the page scrolls sideways: ${root.scrollWidth} > ${width}`] : [];
    for (const element of stage().querySelectorAll("*")) {
      if (!shown(element) || (element.closest("svg") && !element.matches("svg"))) continue;
      const box = element.getBoundingClientRect();
      if (!box.width || element.closest(".scroll, [data-scrolls]")) continue;
      if (box.right > width + 1 || box.left < -1) found.push(`sticks out: ${name(element)} ${Math.round(box.left)}..${Math.round(box.right)}`);
    }
    return found;
  };

  // --- text: the boxes of its lines, as far as its ancestors let them be seen ---
  const clips = (style) => [style.overflowX, style.overflowY].some((way) => way !== "visible");
  const ancestors = function* (element) {
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) yield at;
  };
  const linesOfText = () => {
    const found = [];
    const walker = document.createTreeWalker(stage(), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const element = text.parentElement;
      if (!text.textContent.trim() || !element || element.closest("option, script, style, title") || !shown(element)) continue;
      // For ears only.
      if ([...ancestors(element)].some((at) => getComputedStyle(at).clipPath !== "none")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
      found.push({ text: text.textContent.trim().replace(/\s+/g, " ").slice(0, 40), element, boxes });
    }
    return found;
  };
  // What is laid over the table for a while, moves nothing, and goes with an answer or a press.
  const OVER = "[data-over]";
  const layer = (element) => {
    for (const at of ancestors(element)) if (at.matches(OVER) || ["fixed", "sticky"].includes(getComputedStyle(at).position)) return at;
    return null;
  };

  const cutOff = (lines) => {
    const found = [];
    for (const { text, element, boxes } of lines) {
      for (const at of ancestors(element)) {
        const style = getComputedStyle(at);
        if (at === document.body || !clips(style)) continue;
        const frame = at.getBoundingClientRect();
        // A name may end in dots; what scrolls shows the rest on demand.
        const dots = style.textOverflow === "ellipsis" && element.closest("[translate=no]");
        const across = !["auto", "scroll", "visible"].includes(style.overflowX) && !dots;
        const down = !["auto", "scroll", "visible"].includes(style.overflowY);
        const cut = boxes.some(
          (box) =>
            (across && (box.left < frame.left - 2 || box.right > frame.right + 2)) ||
            (down && (box.top + box.height / 4 < frame.top || box.bottom - box.height / 4 > frame.bottom)),
        );
        if (cut) found.push(`cut off: "${text}" in ${name(at)}`);
        if (dots) break; // what lies further out sees no more of it
        if (["auto", "scroll"].includes(style.overflowY)) break;
      }
    }
    return found;
  };

  const overlaps = (lines) => {
    const boxes = lines.flatMap(({ text, element, boxes: own }) => {
      const on = layer(element);
      const frames = [...ancestors(element)].filter((at) => at !== document.body && clips(getComputedStyle(at))).map((at) => at.getBoundingClientRect());
      return own
        .map((box) => {
          const left = Math.max(box.left, ...frames.map((frame) => frame.left));
          const right = Math.min(box.right, ...frames.map((frame) => frame.right));
          const top = Math.max(box.top, ...frames.map((frame) => frame.top));
          const bottom = Math.min(box.bottom, ...frames.map((frame) => frame.bottom));
          return { text, element, on, left, right, top, bottom };
        })
        .filter((box) => box.right > box.left && box.bottom > box.top);
    });
    boxes.sort((a, b) => a.top - b.top);
    const found = [];
    boxes.forEach((a, index) => {
      for (let next = index + 1; next < boxes.length && boxes[next].top < a.bottom; next++) {
        const b = boxes[next];
        if (a.on !== b.on || a.element === b.element) continue;
        // Cards of one kind lie over each other like a fan.
        const fan = a.element.closest(".fan .kind");
        if (fan && fan === b.element.closest(".fan .kind")) continue;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        // Lines stand a little into each other's leading.
        if (across > 2 && down > Math.min(a.bottom - a.top, b.bottom - b.top) * 0.35) found.push(`overlap: "${a.text}" and "${b.text}"`);
      }
    });
    return found;
  };

  // --- controls: wherever the page is scrolled to, the middle of each can be brought to light ---
  const covered = () => {
    const found = [];
    const before = [scrollX, scrollY];
    for (const element of stage().querySelectorAll(CONTROLS)) {
      if (!shown(element) || element.disabled) continue;
      const hit = () => {
        const box = element.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) return true;
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const over = top?.closest(OVER);
        if (over && !over.contains(element)) return true;
        return top !== null && (element.contains(top) || top.contains(element) || top.closest("label")?.control === element);
      };
      const reached = hit() || ["center", "start", "end"].some((block) => (element.scrollIntoView({ block, behavior: "instant" }), hit()));
      if (!reached) found.push(`covered: ${name(element)}`);
    }
    scrollTo({ left: before[0], top: before[1], behavior: "instant" });
    return found;
  };

  // On a walk without mistakes nobody is told of one.
  const complaints = () =>
    [...document.querySelectorAll("[role=alert], .error")]
      .filter((element) => shown(element) && element.textContent.trim())
      .map((element) => `an error is shown: ${element.textContent.trim()}`);

  const misplaced = () => {
    const lines = linesOfText();
    return [...complaints(), ...sideways(), ...cutOff(lines), ...overlaps(lines), ...covered()].slice(0, 12);
  };

  const smallTargets = () =>
    [...stage().querySelectorAll("button, select, input:not([type=checkbox]):not([type=radio]), .button, summary")]
      .filter((element) => shown(element) && !element.closest("svg"))
      .map((element) => [element, element.getBoundingClientRect()])
      .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
      // Eight columns of a sheet cannot all be as wide as a thumb.
      .filter(([element]) => !element.matches(".sheet td button, .sheet th button"))
      .map(([element, box]) => `${name(element)} ${Math.round(box.width)}x${Math.round(box.height)}`)
      .slice(0, 10);

  // Letters of 14 pixels on a desktop, 13 elsewhere; what is drawn grows and shrinks with its picture.
  const DESK = 1200;
  const smallText = () => {
    const least = innerWidth >= DESK ? 14 : 13;
    const size = (element) => parseFloat(getComputedStyle(element).fontSize);
    return linesOfText()
      .filter(({ element, boxes }) => boxes.length && !element.closest("svg") && size(element) < least - 0.05)
      .map(({ text, element }) => `small letters: "${text}" ${size(element)}`)
      .slice(0, 6);
  };

  const untranslated = () => {
    const found = [];
    const bare = (text) => {
      let rest = text;
      let before;
      do {
        before = rest;
        rest = rest.replace(/⟦[^⟦⟧]*⟧/g, "");
      } while (rest !== before);
      // The "and" of a list is the browser's own; people are called the same everywhere.
      rest = rest.replace(/\b(and|Ada|Ben|Eve)\b/g, "");
      return /\p{L}{2,}/u.test(rest) ? rest.trim() : "";
    };
    const exempt = (element) => element?.closest("[translate=no], script, style, noscript, [data-own-text]");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const rest = bare(walker.currentNode.textContent);
      if (rest && !exempt(walker.currentNode.parentElement)) found.push(`text: ${rest}`);
    }
    for (const attribute of ["aria-label", "aria-description", "aria-roledescription", "placeholder", "title", "alt"]) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        const rest = bare(element.getAttribute(attribute));
        if (rest && !exempt(element)) found.push(`${attribute}: ${rest}`);
      }
    }
    return found.slice(0, 20);
  };

  window.critics = { violations, colours, contrast, misplaced, smallTargets, smallText, untranslated };
})();
