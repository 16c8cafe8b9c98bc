import type { Page } from "@playwright/test";
import type { Texts } from "../support/catalogue.ts";

/** A screen of the demo, as one of its people or as a visitor sees it. */
export interface Screen {
  readonly name: string;
  /** A key of the demo page; undefined for visitors. */
  readonly as?: string;
  /** Where to start; `arrange` goes on from there. */
  readonly path: string;
  readonly arrange?: (page: Page, texts: Texts) => Promise<unknown>;
}

/** Opens the first link on the page whose address matches. */
export const follow = (pattern: RegExp) => async (page: Page) => {
  const { source } = pattern;
  const found = await page.waitForFunction((source) => {
    const addresses = [...document.querySelectorAll("main a[href]")].map(
      (link) => link.getAttribute("href") ?? "",
    );
    return addresses.find((address) => new RegExp(source).test(address));
  }, source);
  await page.goto((await found.jsonValue()) ?? "");
};

/** Presses a button found by its place, because its text depends on the language. */
export const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
export const pressButton = (english: string) => (page: Page, texts: Texts) =>
  page
    .getByRole("button", { name: texts.like(english) })
    .first()
    .click();

/** Answers a call, for what the demo does not have. */
export const answer = (replies: Readonly<Record<string, unknown>>) => async (page: Page) => {
  for (const [path, json] of Object.entries(replies))
    await page.route(`**/api/${path}`, (route) => route.fulfill({ json }));
  await page.reload();
};

/** Changes the reply of a call, such as to delay a train of the demo. */
export const changeReply =
  (path: string, change: (text: string) => string) => async (page: Page) => {
    await page.route(`**/api/${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    });
    await page.reload();
  };

/** A screen for each path, named by it. */
export const pathsOf = (prefix: string, names: string) =>
  names.split(" ").map((name) => ({
    name: `${prefix}${name}`.replaceAll("/", " ").trim(),
    path: `/${prefix}${name}`,
  }));
