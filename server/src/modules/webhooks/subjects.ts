import { siteUrl } from "#modules/accounts/index.ts";
import { findPublicEvents } from "#modules/events/index.ts";
import { findRequestsForAll } from "#modules/ride-requests/index.ts";
import { isListingAllowed, listedTimeMs, readListedRides } from "#modules/rides/published/index.ts";
import type { Context } from "#platform/context.ts";
import type { ListedRide } from "#platform/db/schema/feed-columns.ts";
import type { SubjectKind } from "./subjects.store.ts";

/** What leaves of a ride, request or event, and until when it is of interest. */
export interface Subject {
  readonly data: object;
  readonly endsAt: Date;
}

/** Those of these that may leave now, by id. */
export function readSubjects(
  ctx: Context,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<Map<string, Subject>> {
  if (kind === "ride") return readRides(ctx, ids);
  return kind === "request" ? readRequests(ctx, ids) : readEvents(ctx, ids);
}

/** Listed rides only, as feeds have them (decision 90). */
async function readRides(ctx: Context, ids: readonly string[]): Promise<Map<string, Subject>> {
  if (!isListingAllowed(ctx)) return new Map();
  const rides = await readListedRides(ctx, ids);
  return new Map(
    [...rides].map(([id, ride]) => [
      id,
      {
        data: viewRide(ctx, ride),
        endsAt: new Date(ride.departsAt),
      },
    ]),
  );
}

function viewRide(ctx: Context, ride: ListedRide): object {
  const points = ride.stops.filter(({ isPoint }) => isPoint);
  const departsAtMs = Math.min(...points.map((point) => listedTimeMs(ride, point)));
  return {
    id: ride.id,
    url: `${siteUrl(ctx.settings)}/rides/${ride.id}`,
    departsAt: new Date(departsAtMs).toISOString(),
    timeZone: ride.timeZone,
    stops: points.map(({ name, lat, lng }) => ({
      name,
      lat,
      lng,
    })),
    freeSeats: Math.min(...ride.freeSeats),
    contribution: ride.contribution,
  };
}

/** Seekers were not asked whether their places may leave, so only the link does. */
async function readRequests(ctx: Context, ids: readonly string[]): Promise<Map<string, Subject>> {
  const requests = await findRequestsForAll(ctx, ids);
  return new Map(
    requests.map(({ id, departs_before }) => [
      id,
      {
        data: {
          id,
          url: `${siteUrl(ctx.settings)}/requests/${id}`,
        },
        endsAt: departs_before,
      },
    ]),
  );
}

/** Events with a public page only (decision 94). */
async function readEvents(ctx: Context, ids: readonly string[]): Promise<Map<string, Subject>> {
  const events = await findPublicEvents(ctx, ids);
  return new Map(
    events.map(({ id, title, place, startsAt, endsAt, timeZone }) => [
      id,
      {
        data: {
          id,
          url: `${siteUrl(ctx.settings)}/events/${id}`,
          title,
          place,
          startsAt,
          endsAt,
          timeZone,
        },
        endsAt,
      },
    ]),
  );
}
