// What critics see on a page; used by people.py.
(() => {
  const violations = async () => (await axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}))
        .violations.map((v) => ({id: v.id, nodes: v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? ""))}));
  const overflows = () => {
          const found = [];
          const width = document.documentElement.clientWidth;
          const root = document.documentElement;
          if (root.scrollWidth > width) found.push(`page: ${root.scrollWidth} > ${width}`);
          const shown = (e) => e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
          for (const e of document.querySelectorAll("body *")) {
            if (!shown(e) || e.closest(".hidden, .skip, svg, dialog:not([open])")) continue;
            const name = `${e.tagName.toLowerCase()}.${e.getAttribute("class") ?? ""}: ${(e.textContent ?? "").trim().slice(0, 40)}`;
            const box = e.getBoundingClientRect();
            if (box.width && (box.right > width + 1 || box.left < -1) && !e.closest(".scroll, [data-scrolls]")) found.push(`outside: ${name} ${box.left}..${box.right}`);
            const style = getComputedStyle(e);
            if (style.clipPath !== "none") continue;
            const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
            if (text && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && style.overflowX !== "visible" && style.overflowX !== "auto"
                && !e.closest("[translate=no], input, select")) found.push(`cut off: ${name} ${e.scrollWidth} > ${e.clientWidth}`);
          }
          return found.slice(0, 12);
        };
  const smallTargets = () => [...document.querySelectorAll("button, select, input:not([type=checkbox]):not([type=radio]), .button")]
          .filter((e) => e.checkVisibility() && !e.closest(".hidden, svg"))
          .map((e) => [e, e.getBoundingClientRect()])
          .filter(([e, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
          .map(([e, box]) => `${e.tagName} ${e.className} ${e.textContent.trim().slice(0, 30)} ${Math.round(box.width)}x${Math.round(box.height)}`)
          .slice(0, 10);
  const untranslated = () => {
          const found = [];
          const bare = (text) => {
            let rest = text, before;
            do { before = rest; rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ""); } while (rest !== before);
            return /\p{L}{2,}/u.test(rest) ? rest.trim() : "";
          };
          const exempt = (e) => e?.closest("[translate=no], script, style, noscript, [data-own-text]");
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const rest = bare(walker.currentNode.textContent);
            if (rest && !exempt(walker.currentNode.parentElement)) found.push(`text: ${rest}`);
          }
          for (const e of document.querySelectorAll("[aria-label], [placeholder], [title]")) {
            if (exempt(e)) continue;
            for (const name of ["aria-label", "placeholder", "title"]) {
              const rest = bare(e.getAttribute(name) ?? "");
              if (rest) found.push(`${name}: ${rest}`);
            }
          }
          return found.slice(0, 20);
        };
  window.critics = { violations, overflows, smallTargets, untranslated };
})();
