// What a person at the table sees, without knowing any rule: is there something to decide, and what could be touched?
// Loaded before the page's own scripts; used by hands.py.
(() => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];

  // --- ears: what has been asked and not yet answered; and whether a move was made up instead of being offered ---
  const open = new Set();
  const heard = [];
  const typed = () => document.activeElement?.matches("input");
  const Line = window.WebSocket;
  window.WebSocket = class extends Line {
    constructor(...where) {
      super(...where);
      this.addEventListener("message", (event) => {
        heard.push(event.data);
        if (heard.length > 40) heard.shift();
        open.delete(JSON.parse(event.data).ref);
      });
      this.addEventListener("close", () => open.clear());
    }
    send(text) {
      const { ref, type, move } = JSON.parse(text);
      if (ref) open.add(ref);
      const offered = type !== "play" || typed() || heard.some((told) => told.includes(`"move":${JSON.stringify(move)}`));
      if (!offered) console.error(`the client made up a move: ${move}`);
      super.send(text);
    }
  };

  // --- eyes ---
  const PRIMARY = "[data-testid=primary]";
  const among = (found, luck) => found[Math.floor(luck * found.length)];

  const wampum = (luck) => {
    const places = all(".village.allowed");
    if (places.length) return `.village[data-village="${among(places, luck).dataset.village}"]`;
    const kinds = all(".hand .kind:not([aria-disabled])");
    return kinds.length ? `.hand .kind[data-kind="${among(kinds, luck).dataset.kind}"]` : null;
  };

  const centre = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2, width];
  };
  const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const nearest = (element, others) => Math.min(...others.map((other) => apart(centre(element), centre(other))));

  const wigwam = (luck) => {
    if (!one("[data-point]")) return null;
    const presets = all(".presets [aria-pressed]");
    if (presets.length) {
      const some = Math.floor(luck * presets.length);
      return presets.some((button) => button.ariaPressed === "true") ? null : `.presets button:nth-child(${some + 1})`;
    }
    const point = (found) => `[data-point="${found.dataset.point}"]`;
    const free = all("[data-mark=place]");
    if (free.length) return point(among(free, luck));
    const side = one(".chip.mine").dataset.seat;
    const others = all(`[data-piece]:not([data-piece^="${side} "])`);
    const targets = all("[data-mark=target]").sort((a, b) => nearest(a, others) - nearest(b, others));
    // Whoever looks for a fight finishes sooner.
    if (targets.length) return point(luck < 0.7 ? targets[0] : among(targets, luck));
    const glowing = all(`[data-piece^="${side} "]:has(.glow)`);
    if (glowing.length) return point(among(glowing, luck));
    // Somebody who stands beside an empty point can probably go there.
    const empty = all("[data-point]:not([data-piece])");
    const reach = centre(one("[data-point]"))[2] * 1.2;
    const movable = all(`[data-piece^="${side} "]`).filter((piece) => nearest(piece, empty) < reach);
    return movable.length ? point(among(movable, luck)) : null;
  };

  const amul = (luck) => {
    const cards = all("[data-card].choosable");
    const useful = cards.filter((card) => /merchant|contract|looter/.test(card.dataset.card));
    const chosen = among(useful.length ? useful : cards, luck);
    if (chosen) return `[data-card="${chosen.dataset.card}"].choosable`;
    return one("[data-decline][aria-pressed=false]") ? "[data-decline][aria-pressed=false]" : null;
  };

  /** Any game without a table of its own. */
  const plain = (luck) => {
    const moves = all("[role=option]");
    return moves.length ? `[role=option][data-move="${among(moves, luck).dataset.move}"]` : null;
  };

  /** null: nothing to do at present; otherwise the game is over, or there is something to touch. */
  const look = (luck) => {
    if (one("[data-testid=result]")) return { over: true };
    // Whoever is in a hurry lets a story be told at once.
    if (one("[data-testid=show-all]") && !window.patient) return { touch: "[data-testid=show-all]" };
    if (open.size || !one("[data-testid=status].mine")) return null;
    if (one(".pass button")) return { touch: ".pass button" };
    const button = one(PRIMARY);
    if (button && !button.disabled) return { touch: PRIMARY };
    const game = one("[data-game]")?.dataset.game;
    const touch = button && ({ wampum, wigwam, amul }[game] ?? plain)(luck);
    return touch ? { touch } : null;
  };

  // --- how the keyboard leads somewhere: Tab between stops, arrow keys inside one ---
  let last = null;
  document.addEventListener("focusin", (event) => (last = event.target));
  const key = (selector) => {
    const goal = one(selector);
    if (!goal) return null;
    const at = document.activeElement === document.body ? last : document.activeElement;
    if (goal === document.activeElement) return "";
    const stop = goal.closest("svg.board, ul, [role=group]");
    if (goal.tabIndex < 0 && at && stop?.contains(at)) {
      const [x, y] = centre(at), [u, v] = centre(goal);
      const across = stop.matches("svg") ? Math.abs(u - x) > Math.abs(v - y) : Math.abs(v - y) < 8;
      return across ? (u > x ? "ArrowRight" : "ArrowLeft") : v > y ? "ArrowDown" : "ArrowUp";
    }
    const behind = at?.isConnected && at.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING;
    return behind ? "Shift+Tab" : "Tab";
  };

  window.eyes = { look, key, asking: () => open.size };
})();
