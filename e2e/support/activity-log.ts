import type { BrowserContext, Page, Response } from "@playwright/test";

const LINES_MOST = 150;

/** What the browsers of a test did lately: navigations, requests, replies and console messages. */
export class ActivityLog {
  readonly #lines: string[] = [];
  readonly #beganMs = performance.now();
  #pages = 0;

  over(context: BrowserContext): void {
    context.on("page", (page) => this.#follow(page, `page ${++this.#pages}`));
  }

  get text(): string {
    return this.#lines.join("\n");
  }

  #follow(page: Page, name: string): void {
    const note = (text: string) => this.#note(`${name}: ${text}`);
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) note(`at ${pathOf(frame.url())}`);
    });
    page.on("domcontentloaded", () => note("was loaded"));
    page.on("response", (response) => {
      if (isWorthLogging(response)) note(describe(response));
    });
    page.on("requestfailed", (request) => {
      note(`${request.method()} ${pathOf(request.url())} failed: ${request.failure()?.errorText}`);
    });
    page.on("console", (message) => note(`${message.type()} ${message.text().slice(0, 200)}`));
    page.on("crash", () => note("crashed"));
  }

  #note(text: string): void {
    const s = ((performance.now() - this.#beganMs) / 1000).toFixed(2).padStart(7);
    if (this.#lines.push(`${s} ${text}`) > LINES_MOST) this.#lines.shift();
  }
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, "");

/** Replies from outside the API, such as files, help to explain a failure only if they are errors. */
const isWorthLogging = (response: Response): boolean =>
  response.url().includes("/api/") || response.status() >= 400;

const describe = (response: Response): string =>
  `${response.request().method()} ${pathOf(response.url())} ${response.status()}`;
