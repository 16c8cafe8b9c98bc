import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { LatLng } from "@commonlane/contract/shapes";
import { findPublicEvent, type PublicEvent } from "#modules/events/index.ts";
import { findNearestTown } from "#modules/places/index.ts";
import {
  findPublicRide,
  listPublicRideIds,
  type PublicRide,
} from "#modules/rides/published/index.ts";
import {
  type BoardPlace,
  listDepartures,
  type Timetables,
  type Network,
  type Station,
} from "#modules/transit/index.ts";
import type { Context } from "#platform/context.ts";
import type { TranslateLabel } from "#platform/http/endpoints/serialized-reply.ts";
import { pageLanguage } from "#platform/http/page-language.ts";
import type { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import { plainLetters } from "#platform/text.ts";
import { sendPage } from "../page.ts";
import type { SiteInAnyLanguage } from "../ride-page-html.ts";
import { renderBoard, renderStationSearch } from "./departure-board-html.ts";

interface BoardQuery {
  Querystring: Record<string, unknown>;
  Params: { stationId: string; eventId: string };
}

const LIMIT = {
  by: "address",
  count: 120,
  perS: 60,
} as const;
const NAME_MAX_LENGTH = 100;
const STATIONS_SHOWN = 20;
const DEPARTURES_SHOWN = 12;
const DEPARTURES_MS = 2 * HOUR_MS;
/** Rides are planned further ahead than a bus. */
const RIDES_MS = 24 * HOUR_MS;
const RIDES_READ = 100;
const RIDES_SHOWN = 6;
/** Visitors of an event walk this far to a stop, as the crow flies. */
const EVENT_RADIUS_M = 800;

/** No scripts and nothing from elsewhere; a screen in a foyer shows the page by itself, not in a frame. */
const HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(";"),
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
};

/**
 * Serves `/board`, which finds stations, and `/board/:stationId` and `/board/events/:eventId`, the departures of public
 * transport and of public rides at a station or around a public event. With
 * `?screen=1` the page reloads itself every minute.
 */
export function mountDepartureBoard(
  http: FastifyInstance,
  ctx: Context,
  {
    rateLimits,
    site,
    timetables,
    loadLabelTranslation,
  }: {
    readonly rateLimits: RateLimits;
    readonly site: SiteInAnyLanguage;
    readonly timetables: Timetables;
    readonly loadLabelTranslation: () => Promise<TranslateLabel>;
  },
): void {
  const guard = rateLimits.guardFor("departure board", [LIMIT]);

  http.get<BoardQuery>("/board", async (request, reply) => {
    await guard?.(request.ip);
    const network = await timetables.network();
    if (!network) return reply.callNotFound();
    void reply.headers(HEADERS);
    const { q } = request.query;
    const text = typeof q === "string" ? q.slice(0, NAME_MAX_LENGTH) : "";
    const stations = findStations(network, text, STATIONS_SHOWN);
    const language = pageLanguage(request, ctx.community.language);
    const page = renderStationSearch({ text, stations }, { ...site, language });
    return sendPage(request, reply, language, page);
  });

  http.get<BoardQuery>("/board/:stationId", async (request, reply) => {
    await guard?.(request.ip);
    return sendBoard(request, reply, request.params.stationId);
  });

  http.get<BoardQuery>("/board/events/:eventId", async (request, reply) => {
    await guard?.(request.ip);
    const event = await findPublicEvent(ctx, request.params.eventId);
    if (!event) return reply.callNotFound();
    return sendBoard(
      request,
      reply,
      {
        ...event.at,
        radiusM: EVENT_RADIUS_M,
      },
      event,
    );
  });

  async function sendBoard(
    request: FastifyRequest<BoardQuery>,
    reply: FastifyReply,
    place: BoardPlace,
    event?: PublicEvent,
  ) {
    const network = await timetables.network();
    const now = ctx.now();
    const fromS = now.getTime() / 1000;
    const found =
      network &&
      listDepartures(network, place, {
        fromS,
        untilS: fromS + DEPARTURES_MS / 1000,
        limit: DEPARTURES_SHOWN,
      });
    if (!found) return reply.callNotFound();
    void reply.headers(HEADERS);
    const language = pageLanguage(request, ctx.community.language);
    const translate = await loadLabelTranslation();
    const labelOf = (place: LabelledPlace) => translate(place, language);
    const board = {
      ...found,
      event,
      now,
      timeZone: timeZoneAt(found.station),
      rides: await listRidesFrom(ctx, found.station, labelOf),
      sources: timetables.list(),
      isOnScreen: request.query["screen"] === "1",
      hasDelays: timetables.list().some(({ id }) => network.updatedAt(id) !== undefined),
    };
    return sendPage(request, reply, language, renderBoard(board, { ...site, language }));
  }
}

type LabelledPlace = Parameters<TranslateLabel>[0];

/** Public rides that begin in the station's town, as their own pages show it: nothing more about their places. */
async function listRidesFrom(
  ctx: Context,
  station: LatLng,
  labelOf: (place: LabelledPlace) => string,
): Promise<PublicRide[]> {
  const nearest = await findNearestTown(ctx, station);
  if (!nearest) return [];
  const town = labelOf(nearest).split(/[,،]/u)[0]?.trim();
  const until = ctx.now().getTime() + RIDES_MS;
  const rides: PublicRide[] = [];
  for (const id of await listPublicRideIds(ctx, RIDES_READ)) {
    const ride = await findPublicRide(ctx, id, labelOf);
    if (!ride || ride.departsAt.getTime() > until) break;
    if (ride.towns[0]?.name === town) rides.push(ride);
    if (rides.length === RIDES_SHOWN) break;
  }
  return rides;
}

/** Stations whose name contains all words, those that begin with the text first. */
function findStations(network: Network, text: string, limit: number): Station[] {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const found = new Map<string, Station>();
  for (let stop = 0; stop < network.stopCount; stop++) {
    const station = network.station(stop);
    const name = fold(station.name);
    if (words.every((word) => name.includes(word))) found.set(station.id, station);
  }
  const beginsWith = ({ name }: Station) => fold(name).startsWith(fold(text));
  return [...found.values()]
    .toSorted(
      (a, b) => Number(beginsWith(b)) - Number(beginsWith(a)) || a.name.localeCompare(b.name, "en"),
    )
    .slice(0, limit);
}

const fold = (text: string): string => plainLetters(text).trim();
