import { escapeHtml } from "#platform/text.ts";

/** Markup that needs no escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlValue = string | number | Html | readonly Html[] | false | null | undefined;

/** Template tag for markup: every value is escaped unless it is markup itself; false, null and undefined are left out. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    parts.map((part, n) => part + (n < values.length ? toMarkup(values[n]) : "")).join(""),
  );
}

function toMarkup(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return "";
  if (value instanceof Html) return value.text;
  return typeof value === "object"
    ? value.map(({ text }) => text).join("")
    : escapeHtml(String(value));
}

/**
 * Structured data as a script element. Browsers do not execute this type, so the page's policy does not apply to it.
 * `<` is escaped, so that no text can end the element.
 */
export const jsonLd = (data: object): Html =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", String.raw`\u003c`)}</script>`,
  );
