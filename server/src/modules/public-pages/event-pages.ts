import type { FastifyInstance, FastifyRequest } from "fastify";
import { findPublicEvent } from "#modules/events/index.ts";
import type { Timetables } from "#modules/transit/index.ts";
import type { Context } from "#platform/context.ts";
import { pageLanguage } from "#platform/http/page-language.ts";
import type { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import type { MapPictures } from "#platform/map-pictures/map-pictures.ts";
import { renderEventPage, renderUnavailableEvent } from "./event-page-html.ts";
import { isVisitor, sendPage } from "./page.ts";
import { renderEventPlace } from "./route-map.ts";
import type { SiteInAnyLanguage } from "./ride-page-html.ts";

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
