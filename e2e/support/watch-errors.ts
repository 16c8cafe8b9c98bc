import type { BrowserContext, Page } from "@playwright/test";

/** A refusal that a page handles is still logged to the console, by the browser and by the app. */
const HANDLED =
  /^Failed to load resource: the server responded with a status of (?:403|404|409)\b|^call failed \{.*status: (?:403|404|409)\b/;
/** Messages of a browser while the server does not answer. */
const NOBODY_THERE =
  /net::ERR_|WebSocket connection to|ApiError: We couldn't reach the server|ChunkLoadError|^map data could not be loaded|^call failed \{.*status: (?:0|50\d)\b|status of 50\d\b/;

/**
 * Watches all pages of a browser: no request may leave this machine, and the console must stay free of errors,
 * including violations of the content security policy.
 */
export class ErrorWatch {
  readonly #wrong: string[] = [];
  readonly #hosts = new Set<string>();
  #serverAway = false;
  readonly #expected: RegExp[] = [];

  constructor(address: string) {
    this.alsoAt(address);
  }

  /** This address is on this machine as well. */
  alsoAt(address: string): void {
    this.#hosts.add(new URL(address).host);
  }

  over(context: BrowserContext): void {
    context.on("request", (request) => this.#checkRequest(request.url()));
    context.on("page", (page) => this.#look(page));
  }

  /** From now on the server may be unreachable. */
  serverMayBeAway(): void {
    this.#serverAway = true;
  }

  /** From now on messages like this are expected, because the test causes them. */
  mayComplain(expected: RegExp): void {
    this.#expected.push(expected);
  }

  get wrong(): readonly string[] {
    return this.#wrong;
  }

  #look(page: Page): void {
    page.on("websocket", (socket) => this.#checkRequest(socket.url()));
    page.on("pageerror", (error) =>
      this.#wrong.push(`${page.url()}: ${error.stack ?? error.message}`),
    );
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() !== "error" || HANDLED.test(text)) return;
      if (this.#serverAway && NOBODY_THERE.test(text)) return;
      if (this.#expected.some((expected) => expected.test(text))) return;
      this.#wrong.push(`${page.url()}: ${text}`);
    });
  }

  #checkRequest(url: string): void {
    const { protocol, host } = new URL(url);
    // Drafting an e-mail is up to the mail program.
    const inside = ["data:", "blob:", "mailto:"].includes(protocol) || this.#hosts.has(host);
    if (!inside) this.#wrong.push(`A request left the machine: ${url}`);
  }
}
