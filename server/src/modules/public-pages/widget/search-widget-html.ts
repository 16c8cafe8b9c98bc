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
  /** A typed name that no place matches. */
  readonly unknownPlace?: string;
  readonly frame?: "with-header" | "bare";
}

/** A search form. In a frame it opens the community's search in a new tab. */
export const renderSearchWidget = (
  { from, to, date }: SearchFields,
  { today, unknownPlace, frame = "bare", ...site }: WidgetOptions,
): string =>
  renderPage({
    ...site,
    frame,
    title: `Find a ride with ${site.communityName}`,
    head: [html`<meta name="robots" content="noindex" />`],
    main: html`<h1>Find a ride with ${site.communityName}</h1>
      ${unknownPlace !== undefined && html`<p class="problem" role="alert">We couldn't find “${unknownPlace}”. Check the spelling or try the nearest town.</p>`}
      <form
        class="search"
        action="/widget/search/results"
        method="get"
        target="${frame === "bare" ? "_blank" : "_self"}"
      >
        <label>From <input name="from" value="${from}" required maxlength="100" autocomplete="off" /></label>
        <label>To <input name="to" value="${to}" required maxlength="100" autocomplete="off" /></label>
        <label>Date <input name="date" type="date" value="${date || today}" min="${today}" /></label>
        <button type="submit">Search</button>
      </form>`,
  });
