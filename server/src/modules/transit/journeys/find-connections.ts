import { HOUR_MS } from "@commonlane/contract/durations";
import { translatable } from "@commonlane/contract/message";
import type {
  ConnectionList,
  ConnectionQuery,
  TimetableSource,
} from "@commonlane/contract/transit";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Network } from "../network/network.ts";
import type { StoredTimetable } from "../timetables/timetable-file.ts";
import type { Timetables } from "../timetables/timetables.ts";
import { viewTransit } from "./journey.view.ts";
import { findStopsAround, planLast, planNext } from "./plan-transit.ts";

const SHOWN = 3;
const PERIOD_MAX_MS = 36 * HOUR_MS;

/** The first or the last connections of a period. They are the same for every user. */
export async function findConnections(
  { settings }: Context,
  timetables: Timetables,
  { after, before, which, ...places }: ConnectionQuery,
): Promise<ConnectionList> {
  const periodMs = Date.parse(before) - Date.parse(after);
  if (periodMs < 0 || periodMs > PERIOD_MAX_MS)
    throw new Problem("invalid_input", {
      fields: { before: translatable("Please enter a period of at most 36 hours.") },
    });
  const network = await timetables.network();
  const sources = viewSources(timetables.list(), network);
  if (!network) return { transit: [], sources };

  const from = {
    lat: places.fromLat,
    lng: places.fromLng,
  };
  const to = { lat: places.toLat, lng: places.toLng };
  const ends = {
    from: findStopsAround(network, from, settings),
    to: findStopsAround(network, to, settings),
  };
  const afterS = Date.parse(after) / 1000;
  const beforeS = Date.parse(before) / 1000;
  const planned =
    which === "next"
      ? planNext(network, ends, {
          atS: afterS,
          untilS: beforeS,
          count: SHOWN,
        })
      : planLast(network, ends, {
          byS: beforeS,
          afterS,
          count: SHOWN,
        });
  return {
    transit: planned
      .filter(({ departsS }) => departsS <= beforeS)
      .map((journey) =>
        viewTransit(network, journey, {
          from,
          to,
        }),
      ),
    sources,
  };
}

/** The timetables as members see them, and of when their delays are. */
export const viewSources = (
  timetables: readonly StoredTimetable[],
  network: Network | undefined,
): TimetableSource[] =>
  timetables.map(({ id, name, attribution, licence, isExample, validUntil }) => {
    const updatedAt = network?.updatedAt(id)?.toISOString();
    const source = {
      name,
      attribution,
      licence: licence ?? null,
      isExample,
      validUntil,
    };
    return updatedAt === undefined
      ? source
      : {
          ...source,
          updatedAt,
        };
  });
