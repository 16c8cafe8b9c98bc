import type { FastifyInstance } from "fastify";
import type { Language } from "@commonlane/contract/languages";
import { siteUrl } from "#modules/accounts/index.ts";
import { brandOf } from "#platform/branding/brand.ts";
import type { Timetables } from "#modules/transit/index.ts";
import type { OutsideContext } from "#platform/context.ts";
import type { TranslateLabel } from "#platform/http/endpoints/serialized-reply.ts";
import type { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { listFooterLinks } from "#platform/http/web-app/footer.ts";
import { createMapPictures } from "#platform/map-pictures/map-pictures.ts";
import { mountDepartureBoard } from "./board/departure-board.ts";
import { mountEventPages } from "./event-pages.ts";
import { mountRidePages } from "./ride-pages.ts";
import { mountRobots } from "./robots.ts";
import { mountSearchWidget } from "./widget/search-widget.ts";
import { mountStyles } from "./page.ts";

export { publicOfferRoutes } from "./public-offers.ts";

/**
 * Pages that the server renders for visitors: public rides, the search widget and departure boards, and what search
 * engines read.
 */
export function mountPublicPages(
  http: FastifyInstance,
  ctx: OutsideContext,
  {
    rateLimits,
    loadLabelTranslation,
    timetables,
    webFolder,
  }: {
    readonly rateLimits: RateLimits;
    readonly loadLabelTranslation: () => Promise<TranslateLabel>;
    readonly timetables: Timetables;
    readonly webFolder: string | undefined;
  },
): void {
  const site = {
    site: siteUrl(ctx.settings),
    get communityName() {
      return ctx.community.name;
    },
    stylesPath: mountStyles(http, webFolder),
    get look() {
      const brand = brandOf(ctx.community);
      return {
        brand,
        footer: (language: Language) => listFooterLinks(ctx, language),
      };
    },
  };
  const maps = createMapPictures(ctx, webFolder);
  mountEventPages(http, ctx, {
    rateLimits,
    site,
    timetables,
    maps,
  });
  mountRidePages(http, ctx, {
    rateLimits,
    site,
    maps,
    loadLabelTranslation,
  });
  mountSearchWidget(http, ctx, rateLimits, site);
  mountDepartureBoard(http, ctx, {
    rateLimits,
    site,
    timetables,
    loadLabelTranslation,
  });
  mountRobots(http, ctx, site);
}
