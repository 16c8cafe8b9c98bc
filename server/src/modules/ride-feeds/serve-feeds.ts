import type { FeedFormat } from "@commonlane/contract/feed-receivers";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authenticateNeighbour, isSigned } from "#modules/neighbours/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { DAILY_MS, FeedCache, type FeedWriter, LIVE_MS } from "./feed-cache.ts";
import { writeAmarillo } from "./formats/amarillo.ts";
import { LICENCE_URLS, writeGtfs } from "./formats/gtfs.ts";
import { writeGtfsRealtime } from "./formats/gtfs-realtime.ts";
import { writeSiri } from "./formats/siri.ts";
import { listDriverJourneys, readJourneyQuery } from "./covoiturage/driver-journeys.ts";
import { findReceiverOf } from "./receivers.ts";
import { type ReceiverRow, recordFailure, recordFetch } from "./receivers.store.ts";
import { hasVersion } from "#platform/http/endpoints/file-transfer.ts";

const LIMIT = {
  by: "address",
  count: 120,
  perS: 60,
} as const;
/** A request of OpenTripPlanner is about 600 bytes; what it asks for is always everything. */
const REQUEST_MAX_BYTES = 64_000;

const AMARILLO: FeedWriter = {
  name: "amarillo",
  write: writeAmarillo,
  maxAgeMs: DAILY_MS,
};
const GTFS: FeedWriter = {
  name: "gtfs",
  write: writeGtfs,
  maxAgeMs: DAILY_MS,
};
const SIRI: FeedWriter = {
  name: "siri",
  write: writeSiri,
  maxAgeMs: LIVE_MS,
};

/** `?new=1` writes added trips as NEW, `?extension=0` leaves out the extension of MFDZ. */
function realtimeWriter({ query }: FastifyRequest): FeedWriter {
  const parameters = new Map(Object.entries(query ?? {}));
  const usesNew = parameters.get("new") === "1";
  const hasExtension = parameters.get("extension") !== "0";
  return {
    name: `gtfs-rt ${usesNew} ${hasExtension}`,
    write: (source) =>
      writeGtfsRealtime(source, {
        usesNew,
        hasExtension,
      }),
    maxAgeMs: LIVE_MS,
  };
}

interface ServedFeed {
  readonly format: FeedFormat;
  readonly type: string;
  readonly writer: FeedWriter | ((request: FastifyRequest) => FeedWriter);
}

/** Serves listed rides to receivers with a key; not found unless the community lists rides. */
export function mountRideFeeds(
  http: FastifyInstance,
  ctx: Context,
  { rateLimits }: { readonly rateLimits: RateLimits },
): void {
  const cache = new FeedCache();
  const guard = rateLimits.guardFor("ride feeds", [LIMIT]);

  /** The receiver that sent the request. @throws Problem also if its key is for another format, which has failed */
  const receive = async (request: FastifyRequest, format: FeedFormat): Promise<ReceiverRow> => {
    await guard?.(request.ip);
    const key = request.headers["x-api-key"];
    const receiver = typeof key === "string" ? await findReceiverOf(ctx, key) : undefined;
    if (receiver?.format === format) return receiver;
    if (receiver) await recordFailure(ctx, receiver.id);
    throw new Problem("feed_key_wrong");
  };

  /** Answers a neighbour that signed the request, or a receiver with a key. */
  const answerSearch = async <T>(
    request: FastifyRequest,
    search: (receiverId: string) => Promise<T | undefined>,
  ): Promise<T> => {
    if (isSigned(request)) {
      await guard?.(request.ip);
      return assertFound(await search((await authenticateNeighbour(ctx, request)).id));
    }
    const receiver = await receive(request, "covoiturage");
    return counted(ctx, receiver, () => search(receiver.id));
  };

  const serve = (feed: ServedFeed) => async (request: FastifyRequest, reply: FastifyReply) => {
    const receiver = await receive(request, feed.format);
    const writer = typeof feed.writer === "function" ? feed.writer(request) : feed.writer;
    const file = await counted(ctx, receiver, () => cache.get(ctx, writer));
    return sendFile(request, reply, { ctx, file, type: feed.type });
  };

  http.get("/open/offers.json", serve({ format: "amarillo", type: JSON_TYPE, writer: AMARILLO }));
  http.get("/open/gtfs.zip", serve({ format: "gtfs", type: "application/zip", writer: GTFS }));
  http.get(
    "/open/gtfs-rt.pb",
    serve({ format: "gtfs", type: "application/x-protobuf", writer: realtimeWriter }),
  );
  const siri = serve({ format: "siri", type: "application/xml; charset=utf-8", writer: SIRI });
  http.get("/open/siri-et", siri);
  void http.register(async (scope) => {
    scope.addContentTypeParser(
      ["application/xml", "text/xml"],
      { parseAs: "string", bodyLimit: REQUEST_MAX_BYTES },
      (_, __, done) => done(null, undefined),
    );
    scope.post("/open/siri-et", siri);
  });

  for (const call of EMPTY_SEARCHES)
    http.get(`/standard-covoiturage/${call}`, async (request, reply) =>
      sendJson(reply, await answerSearch(request, findNothing)),
    );
  http.get("/standard-covoiturage/*", refuse);
  http.get("/standard-covoiturage/status", async (request, reply) => {
    await receive(request, "covoiturage");
    return reply.type(JSON_TYPE).send("{}");
  });
  http.get("/standard-covoiturage/driver_journeys", async (request, reply) => {
    const query = readJourneyQuery(request.query);
    const search = async (receiverId: string) => {
      if (!query) throw new Problem("invalid_input");
      const rides = await cache.listed(ctx);
      return rides && listDriverJourneys(ctx, rides, query, receiverId);
    };
    return sendJson(reply, await answerSearch(request, search));
  });
}

/** Counts a request as fetched or failed. @throws Problem not_found if there is no answer */
async function counted<T>(
  ctx: Context,
  { id }: ReceiverRow,
  answer: () => Promise<T | undefined>,
): Promise<T> {
  try {
    const answered = assertFound(await answer());
    await recordFetch(ctx, id);
    return answered;
  } catch (error) {
    await recordFailure(ctx, id);
    throw error;
  }
}

function assertFound<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Problem("not_found");
  return answer;
}

const JSON_TYPE = "application/json; charset=utf-8";
/** Searches of the standard that find nothing here (decision 91). */
const EMPTY_SEARCHES = ["passenger_journeys", "driver_regular_trips", "passenger_regular_trips"];
const findNothing = () => Promise.resolve([]);

/** Bookings and messages of the standard are not offered. */
function refuse(): never {
  throw new Problem("not_found");
}

const sendJson = (reply: FastifyReply, journeys: readonly object[]) =>
  reply.type(JSON_TYPE).header("x-robots-tag", "noindex").send(JSON.stringify(journeys));
const CACHED_S = 300;

interface SentFile {
  readonly ctx: Context;
  readonly file: {
    readonly bytes: Buffer;
    readonly etag: string;
    readonly changedAt: Date;
  };
  readonly type: string;
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { ctx, file, type }: SentFile) {
  const licence = ctx.community.rideListing?.licence;
  void reply.type(type).headers({
    "cache-control": `private, max-age=${CACHED_S}`,
    etag: file.etag,
    "last-modified": file.changedAt.toUTCString(),
    "x-robots-tag": "noindex",
    ...(licence && { link: `<${LICENCE_URLS[licence]}>; rel="license"` }),
  });
  const isKnown = request.method === "GET" && hasVersion(request, file.etag);
  return isKnown ? reply.code(304).send() : reply.send(file.bytes);
}
