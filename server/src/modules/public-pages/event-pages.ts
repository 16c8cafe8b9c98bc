import { message } from "@commonlane/contract/message";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { findPublicEvent, type PublicEvent } from "#modules/events/index.ts";
import type { Timetables } from "#modules/transit/index.ts";
import { brandFile } from "#platform/branding/brand.ts";
import type { Context } from "#platform/context.ts";
import { pageLanguage } from "#platform/http/page-language.ts";
import type { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { dateFormat, formatMoney } from "#platform/i18n/formats.ts";
import { type Translate, translatorFor } from "#platform/i18n/translate.ts";
import type { MapPictures } from "#platform/map-pictures/map-pictures.ts";
import { html, type Html } from "./html.ts";
import { isVisitor, renderPage, sendPage } from "./page.ts";
import { PREVIEW_SIZE } from "./preview/preview-svg.ts";
import { renderEventPlace } from "./route-map.ts";
import {
  MEMBER,
  openGraphLocale,
  SIGN_IN,
  type SiteInAnyLanguage,
  type SiteOptions,
} from "./ride-page-html.ts";

interface EventParams {
  Params: { eventId: string };
}

const PAGE_LIMIT = {
  by: "address",
  count: 120,
  perS: 60,
} as const;
/** Addresses of the app below /events that are no events. */
const APP_PAGES: ReadonlySet<string> = new Set(["new"]);

/**
 * Serves `/events/:eventId` to visitors. Browsers with a session get the app at the same address, where the API decides
 * what its user may see.
 */
export function mountEventPages(
  http: FastifyInstance,
  ctx: Context,
  {
    rateLimits,
    site,
    timetables,
    maps,
  }: {
    readonly rateLimits: RateLimits;
    readonly site: SiteInAnyLanguage;
    readonly timetables: Timetables;
    readonly maps: MapPictures;
  },
): void {
  const guardPage = rateLimits.guardFor("public event", [PAGE_LIMIT]);
  const languageOf = (request: FastifyRequest) => pageLanguage(request, ctx.community.language);

  http.get<EventParams>("/events/:eventId", async (request, reply) => {
    const { eventId } = request.params;
    if (!isVisitor(request) || APP_PAGES.has(eventId)) return reply.callNotFound();
    await guardPage?.(request.ip);
    const language = languageOf(request);
    const isIndexed = ctx.community.publicRides === "indexed";
    if (!isIndexed) void reply.header("x-robots-tag", "noindex");
    const event = await findPublicEvent(ctx, eventId);
    if (!event) void reply.code(404);
    const hasBoard = timetables.list().length > 0;
    const page = event
      ? renderEventPage(
          event,
          {
            ...site,
            language,
          },
          {
            isIndexed,
            hasBoard,
            map: await renderEventPlace(maps, event, language),
          },
        )
      : renderUnavailableEvent({ ...site, language });
    return sendPage(request, reply, language, page);
  });
}

const RIDES_FROM = message(
  "{count, plural, one {# ride there, from {price}} other {# rides there, from {price}}}",
  { comment: "On the page of an event. price: the lowest contribution, such as €2." },
);
const RIDES = message("{count, plural, one {# ride there} other {# rides there}}", {
  comment: "On the page of an event.",
});
const NO_RIDES = message("No rides there yet. Be the first to offer or ask for one.", {
  comment: "On the page of an event.",
});
const BOARD = message("Departures nearby", { comment: "Link to a page of trains and rides." });
const WHERE = message("Where do you start?", { comment: "Label of a field for a place." });
const PLACEHOLDER = message("Town or station", { comment: "Example in a field for a place." });
const SEE_RIDES = message("Sign up and see the rides", { comment: "Button." });
const GONE_TITLE = message("This event isn't available", { comment: "Title of a page." });
const GONE = message("It may be over, or only members of {community} can see it.");

const formatStart = dateFormat({
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** The page that a visitor sees at the link of a public event: what, when, where, and how to get there. */
function renderEventPage(
  event: PublicEvent,
  site: SiteOptions,
  {
    isIndexed,
    hasBoard,
    map,
  }: {
    readonly isIndexed: boolean;
    readonly hasBoard: boolean;
    readonly map: Html | undefined;
  },
): string {
  const t = translatorFor(site.language);
  const when = formatStart(site.language, event.startsAt, event.timeZone);
  const next = `/events/${event.id}`;
  return renderPage({
    ...site,
    title: `${event.title} · ${site.communityName}`,
    head: metaTags(event, site, { when, isIndexed }),
    offersLanguages: true,
    main: html`<article class="card">
      <h1>${event.title}</h1>
      <p class="when"><time datetime="${event.startsAt.toISOString()}">${when}</time></p>
      <p>${event.place}</p>
      ${map} ${event.description && html`<p>${event.description}</p>`}
      <p class="hint">${ridesText(t, site, event)}</p>
      ${hasBoard && html`<p><a href="/board/events/${event.id}">${t(BOARD)}</a></p>`}
      <form class="start" action="/register" method="get">
        <input type="hidden" name="next" value="${next}" />
        <label for="start">${t(WHERE)}</label>
        <input id="start" name="from" maxlength="120" placeholder="${t(PLACEHOLDER)}" />
        <p class="actions"><button class="button" type="submit">${t(SEE_RIDES)}</button></p>
      </form>
      <p class="sign-in">${t(MEMBER)} <a href="/login?next=${next}">${t(SIGN_IN)}</a></p>
    </article>`,
  });
}

function ridesText(
  t: Translate,
  { language }: SiteOptions,
  { ridesThere, from }: PublicEvent,
): string {
  if (ridesThere === 0) return t(NO_RIDES);
  if (!from) return t(RIDES, { count: ridesThere });
  return t(RIDES_FROM, {
    count: ridesThere,
    price: formatMoney(language, from),
  });
}

function metaTags(
  { id, title, place }: PublicEvent,
  { language, site, communityName, look }: SiteOptions,
  {
    when,
    isIndexed,
  }: {
    readonly when: string;
    readonly isIndexed: boolean;
  },
): Html[] {
  const url = `${site}/events/${id}`;
  const image = `${site}${brandFile(look.brand, "preview.png")}`;
  const description = `${when} · ${place}`;
  return [
    html`<meta name="description" content="${description}" />`,
    html`<meta name="robots" content="${isIndexed ? "index, follow" : "noindex"}" />`,
    html`<link rel="canonical" href="${url}" />`,
    html`<meta property="og:type" content="website" />
      <meta property="og:site_name" content="${communityName}" />
      <meta property="og:title" content="${title}" />
      <meta property="og:description" content="${description}" />
      <meta property="og:url" content="${url}" />
      <meta property="og:locale" content="${openGraphLocale(language)}" />
      <meta property="og:image" content="${image}" />
      <meta property="og:image:width" content="${PREVIEW_SIZE.width}" />
      <meta property="og:image:height" content="${PREVIEW_SIZE.height}" />
      <meta name="twitter:card" content="summary_large_image" />`,
  ];
}

/** The reply for an event that is not open, not known or over: always the same. */
function renderUnavailableEvent(site: SiteOptions): string {
  const t = translatorFor(site.language);
  const community = site.communityName;
  return renderPage({
    ...site,
    title: `${t(GONE_TITLE)} · ${community}`,
    head: [html`<meta name="robots" content="noindex" />`],
    main: html`<article class="card">
      <h1>${t(GONE_TITLE)}</h1>
      <p>${t(GONE, { community })}</p>
      <p class="sign-in">${t(MEMBER)} <a href="/login">${t(SIGN_IN)}</a></p>
    </article>`,
  });
}
