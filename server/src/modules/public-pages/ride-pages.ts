import { pageLanguage } from "#platform/http/page-language.ts";
import type { Language } from "@commonlane/contract/languages";
import { Id } from "@commonlane/contract/shapes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  findPassengerPart,
  findPublicRide,
  type PublicRide,
} from "#modules/rides/published/index.ts";
import type { Context } from "#platform/context.ts";
import type { TranslateLabel } from "#platform/http/endpoints/serialized-reply.ts";
import type { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { openBrandDrawing } from "#platform/branding/brand-images.ts";
import { renderSvgAsPng, svgVersion } from "#platform/images/render-svg.ts";
import { z } from "zod";
import type { MapPictures } from "#platform/map-pictures/map-pictures.ts";
import { PREVIEW_MAP_SIZE, renderPreviewSvg } from "./preview/preview-svg.ts";
import { renderRidePage, renderUnavailablePage, type SiteInAnyLanguage } from "./ride-page-html.ts";
import { isVisitor, languageHeaders, sendPage } from "./page.ts";
import { describeRide } from "./ride-text.ts";
import { drawTowns, renderTowns } from "./route-map.ts";
import { hasVersion } from "#platform/http/endpoints/file-transfer.ts";

interface RideParams {
  Params: { rideId: string };
}

const PAGE_LIMIT = {
  by: "address",
  count: 240,
  perS: 60,
} as const;
const PREVIEW_LIMIT = {
  by: "address",
  count: 60,
  perS: 60,
} as const;

/** "49.00625,8.40059", as planners and neighbouring communities write the stops of a passenger. */
const LinkEnd = z
  .string()
  .regex(/^-?\d{1,3}(?:\.\d{1,9})?,-?\d{1,3}(?:\.\d{1,9})?$/)
  .transform((text) => text.split(",").map(Number))
  .transform(([lat = 0, lng = 0]) => ({ lat, lng }))
  .pipe(
    z.object({
      lat: z.number().min(-90).max(90),
      lng: z.number().min(-180).max(180),
    }),
  );
const LinkEnds = z.object({
  from: LinkEnd,
  to: LinkEnd,
});

/** Undefined for a link without stops, or with others. */
const readLinkEnds = (query: unknown) => LinkEnds.safeParse(query).data;

interface RidePagesOptions {
  readonly rateLimits: RateLimits;
  readonly site: SiteInAnyLanguage;
  readonly maps: MapPictures;
  readonly loadLabelTranslation: () => Promise<TranslateLabel>;
}

/**
 * Serves `/rides/:rideId` to visitors and `/rides/:rideId/preview.png`. Browsers with a session get the app at the same
 * address, where the API decides what its user may see.
 */
export function mountRidePages(
  http: FastifyInstance,
  ctx: Context,
  { rateLimits, site, maps, loadLabelTranslation }: RidePagesOptions,
): void {
  const guardPage = rateLimits.guardFor("public ride", [PAGE_LIMIT]);
  const guardPreview = rateLimits.guardFor("public ride preview", [PREVIEW_LIMIT]);
  const languageOf = (request: FastifyRequest) => pageLanguage(request, ctx.community.language);
  const findRide = async (rideId: string, language: Language) => {
    const translate = await loadLabelTranslation();
    return findPublicRide(ctx, rideId, (place) => translate(place, language));
  };
  const previewOf = async (language: Language, ride: PublicRide) =>
    renderPreviewSvg(
      describeRide(language, ride, site.communityName),
      site.communityName,
      await openBrandDrawing(ctx),
      await drawTowns(maps, ride.towns, PREVIEW_MAP_SIZE),
    );

  http.get<RideParams>("/rides/:rideId", async (request, reply) => {
    if (!isVisitor(request)) return reply.callNotFound();
    await guardPage?.(request.ip);
    const { rideId } = request.params;
    const language = languageOf(request);
    const ride = await findRide(rideId, language);
    if (!ride) return sendUnavailable(request, reply, rideId);
    const isIndexed = ctx.community.publicRides === "indexed";
    if (!isIndexed) void reply.header("x-robots-tag", "noindex");
    const ends = readLinkEnds(request.query);
    const options = {
      previewVersion: svgVersion(await previewOf(language, ride)),
      isIndexed,
      map: await renderTowns(maps, ride.towns, language),
      part: ends && (await findPassengerPart(ctx, rideId, ends)),
    };
    return sendPage(
      request,
      reply,
      language,
      renderRidePage(
        ride,
        {
          ...site,
          language,
        },
        options,
      ),
    );
  });

  http.get<RideParams>("/rides/:rideId/preview.png", async (request, reply) => {
    await guardPreview?.(request.ip);
    const language = languageOf(request);
    const ride = await findRide(request.params.rideId, language);
    if (!ride) return sendUnavailable(request, reply, request.params.rideId);
    const svg = await previewOf(language, ride);
    const etag = `"${svgVersion(svg)}"`;
    void reply.headers({
      "cache-control": "no-cache",
      etag,
      "x-robots-tag": "noindex",
      ...languageHeaders(language),
    });
    if (hasVersion(request, etag)) return reply.code(304).send();
    return reply.type("image/png").send(await renderSvgAsPng(svg));
  });

  const sendUnavailable = (request: FastifyRequest, reply: FastifyReply, rideId: string) => {
    void reply.code(404).header("x-robots-tag", "noindex");
    const knownId = Id.safeParse(rideId).success ? rideId : undefined;
    const language = languageOf(request);
    return sendPage(
      request,
      reply,
      language,
      renderUnavailablePage(knownId, {
        ...site,
        language,
      }),
    );
  };
}
