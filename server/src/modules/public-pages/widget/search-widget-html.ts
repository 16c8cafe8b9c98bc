import { message } from "@commonlane/contract/message";
import { translatorFor } from "#platform/i18n/translate.ts";
import { html } from "../html.ts";
import { renderPage } from "../page.ts";
import type { SiteOptions } from "../ride-page-html.ts";

export interface SearchFields {
  readonly from: string;
  readonly to: string;
  /** Calendar date, or empty. */
  readonly date: string;
}

interface WidgetOptions extends SiteOptions {
  readonly today: string;
  readonly earliest: string;
  /** A typed name that no place matches. */
  readonly unknownPlace?: string;
  readonly frame?: "with-header" | "bare";
}

const TITLE = message("Find a ride with {community}");
const UNKNOWN_PLACE = message(
  "We couldn't find “{place}”. Check the spelling or try the nearest town.",
  {
    comment: "place: what was typed.",
  },
);
const FROM = message("From", { comment: "Label of a field: the place where a ride starts." });
const TO = message("To", { comment: "Label of a field: the place where a ride ends." });
const DATE = message("Date", { comment: "Label of a field: the day of a ride." });
const SEARCH = message("Search", { comment: "Button." });

/** A search form. In a frame it opens the community's search in a new tab. */
export function renderSearchWidget(
  { from, to, date }: SearchFields,
  { today, earliest, unknownPlace, frame = "bare", ...site }: WidgetOptions,
): string {
  const t = translatorFor(site.language);
  const title = t(TITLE, { community: site.communityName });
  return renderPage({
    ...site,
    frame,
    title,
    head: [html`<meta name="robots" content="noindex" />`],
    main: html`<h1>${title}</h1>
      ${unknownPlace !== undefined && html`<p class="problem" role="alert">${t(UNKNOWN_PLACE, { place: unknownPlace })}</p>`}
      <form
        class="search"
        action="/widget/search/results"
        method="get"
        target="${frame === "bare" ? "_blank" : "_self"}"
      >
        <input type="hidden" name="lang" value="${site.language}" />
        <label
          >${t(FROM)}
          <input name="from" value="${from}" required maxlength="100" autocomplete="off"
        /></label>
        <label
          >${t(TO)} <input name="to" value="${to}" required maxlength="100" autocomplete="off"
        /></label>
        <label
          >${t(DATE)} <input name="date" type="date" value="${date || today}" min="${earliest}"
        /></label>
        <button type="submit">${t(SEARCH)}</button>
      </form>`,
  });
}
