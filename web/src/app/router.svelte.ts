// Addresses of the client: /, /new/<game>, /table/<id>, /replay/<id>, /lesson/<game or id>, /puzzles/<game>, /rules/<game>, /workshop/<game>, /settings, /account, /statistics.

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash);

  constructor() {
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#click(event));
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.#read();
    if (!location.hash) scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }

  /** Links of our own pages change the page without loading it anew. */
  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (/^\/(api|docs)(\/|$)/.test(link.pathname)) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }

  /** The parts of the address: ["table", "h7Kq"]. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean);
  }
}

export const router = new Router();
