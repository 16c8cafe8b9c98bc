import { message } from "@commonlane/contract/message";
import { pageLanguage } from "#platform/http/page-language.ts";
import type { FastifyInstance } from "fastify";
import type { PlaceDetails } from "@commonlane/contract/places";
import { createGeocoder, type Geocoder } from "#modules/places/index.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import { dayIn, timeZoneAt } from "#platform/time-zone.ts";
import type { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { translatorFor } from "#platform/i18n/translate.ts";
import { html } from "../html.ts";
import { renderPage, sendPage } from "../page.ts";
import type { SiteInAnyLanguage, SiteOptions } from "../ride-page-html.ts";

interface SearchQuery {
  Querystring: Record<string, unknown>;
}

const LIMIT = {
  by: "address",
  count: 120,
  perS: 60,
} as const;
const FIELD_MAX_LENGTH = 100;

/**
 * Serves `/widget/search`, a search form without scripts that the websites in `WIDGET_ORIGINS` may embed, and
 * `/widget/search/results`, which finds the typed places and continues in the app.
 */
export function mountSearchWidget(
  http: FastifyInstance,
  ctx: OutsideContext,
  rateLimits: RateLimits,
  site: SiteInAnyLanguage,
): void {
  const guard = rateLimits.guardFor("search widget", [LIMIT]);
  const places = createGeocoder(ctx)(ctx);
  const headers = widgetHeaders(ctx.settings.WIDGET_ORIGINS ?? []);

  http.get<SearchQuery>("/widget/search", async (request, reply) => {
    await guard?.(request.ip);
    void reply.headers(headers);
    // Browsers that know frame-ancestors ignore it; old ones would not show the frame.
    if (ctx.settings.WIDGET_ORIGINS) void reply.removeHeader("x-frame-options");
    const language = pageLanguage(request, ctx.community.language);
    return sendPage(
      request,
      reply,
      language,
      renderSearchWidget(readFields(request.query), {
        ...site,
        language,
        ...searchDays(ctx),
      }),
    );
  });

  http.get<SearchQuery>("/widget/search/results", async (request, reply) => {
    await guard?.(request.ip);
    void reply.headers({
      "x-robots-tag": "noindex",
      "cache-control": "no-store",
    });
    const fields = readFields(request.query);
    const [from, to] = await Promise.all([
      findPlace(places, fields.from),
      findPlace(places, fields.to),
    ]);
    if (from && to) return reply.redirect(searchUrl(from, to, fields.date), 303);
    const unknownPlace = from ? fields.to : fields.from;
    const language = pageLanguage(request, ctx.community.language);
    const page = renderSearchWidget(fields, {
      ...site,
      language,
      ...searchDays(ctx),
      unknownPlace,
      frame: "with-header",
    });
    return sendPage(request, reply.code(404), language, page);
  });
}

/** No scripts, nothing from elsewhere, and frames only in the websites that the operator names. */
const widgetHeaders = (origins: readonly string[]) => ({
  "content-security-policy": [
    "default-src 'none'",
    "font-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${origins.length > 0 ? origins.join(" ") : "'none'"}`,
  ].join(";"),
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
});

function readFields(query: Record<string, unknown>): SearchFields {
  const read = (name: string): string => {
    const value = query[name];
    return typeof value === "string" ? value.trim().slice(0, FIELD_MAX_LENGTH) : "";
  };
  const date = read("date");
  return {
    from: read("from"),
    to: read("to"),
    date: isDate(date) ? date : "",
  };
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/**
 * Today in the community's region, and the earliest day that it is anywhere: the place of departure is not known yet,
 * and every day that is not over there can be chosen.
 */
function searchDays({ now, community: { region } }: Context): {
  today: string;
  earliest: string;
} {
  const at = now();
  return {
    today: dayIn(region ? timeZoneAt(region) : "UTC", at),
    earliest: dayIn("Etc/GMT+12", at),
  };
}

/** The best match for a typed name; undefined if there is none. */
async function findPlace(places: Geocoder, typed: string): Promise<PlaceDetails | undefined> {
  if (typed === "") return undefined;
  const [best] = await places.predict({
    query: typed,
    limit: 1,
    complete: false,
  });
  return best && places.findPlace(best.placeId);
}

function placeParam({ lat, lng, label }: PlaceDetails) {
  return `${lat},${lng},${label}`;
}

/** The app's search, in the form of web/src/features/rides/search/search-url.ts. */
function searchUrl(from: PlaceDetails, to: PlaceDetails, date: string): string {
  const params = new URLSearchParams({
    from: placeParam(from),
    to: placeParam(to),
  });
  if (date) params.set("on", date);
  if (from.timeZone) params.set("zone", from.timeZone);
  return `/seek?${params.toString()}`;
}

interface SearchFields {
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
function renderSearchWidget(
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
