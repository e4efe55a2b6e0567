// Browsers start no workers for pages that are opened from a folder. There the search works in a hidden frame instead.
if (location.protocol === "file:") {
  globalThis.Worker = class {
    #inside;
    #frame = document.createElement("iframe");
    #waiting = [];

    constructor(url) {
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      this.#inside = this.#frame.contentWindow;
      this.#inside.postMessage = (data) => setTimeout(() => this.onmessage?.({ data }));
      const script = this.#inside.document.createElement("script");
      script.src = url;
      script.onload = () => {
        for (const data of this.#waiting) this.#hand(data);
        this.#waiting = undefined;
      };
      script.onerror = (event) => this.onerror?.(event);
      this.#inside.document.head.append(script);
    }

    #hand(data) {
      this.#inside.dispatchEvent(new this.#inside.MessageEvent("message", { data }));
    }

    postMessage(data) {
      if (this.#waiting) this.#waiting.push(data);
      else setTimeout(() => this.#hand(data));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
