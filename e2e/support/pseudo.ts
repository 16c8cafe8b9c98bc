import type { Page } from "@playwright/test";
import { pseudoMessage } from "../../web/build/pseudo.ts";
import { readCatalogue } from "../../web/build/catalogues.ts";

/**
 * Shows the app in Arabic, with an accented English text for each message: dates, numbers and what the server says are
 * then in Arabic letters, and a word in plain Latin letters is either data or a text that nobody can translate.
 */
export async function showPseudoTexts(page: Page): Promise<void> {
  const messages = Object.entries(await readCatalogue("en", "web")).map(
    ([id, { message = "", translation }]) => [id, pseudoMessage(translation || message)],
  );
  const body = `export default ${JSON.stringify(Object.fromEntries(messages))};`;
  await page.route(/\/assets\/texts-ar-/, (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
}

/** Visible texts and labels in which a word of three plain letters is left after all `data` has been taken out. */
export async function findUntranslated(page: Page, data: RegExp): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        const { parentElement } = node;
        // Texts in a language of their own, such as the names of languages, drawn ones, and what programs read.
        if (
          parentElement &&
          !parentElement.closest("script, style, noscript, [lang]:not(html), svg, code, input")
        )
          found.push(node.data);
      } else if (node instanceof Element) {
        for (const name of [
          "aria-label",
          "aria-description",
          "aria-valuetext",
          "title",
          "alt",
          "placeholder",
        ])
          found.push(node.getAttribute(name) ?? "");
      }
    }
    return [...found, document.title];
  });
  return [
    ...new Set(
      texts
        .filter((text) => /[A-Za-z]{3}/.test(text.replaceAll(data, "")))
        .map((text) => text.trim()),
    ),
  ];
}
