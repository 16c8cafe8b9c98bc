import type { LatLng } from "@commonlane/contract/shapes";
import { LastUsed } from "../last-used.ts";
import type { Road, RoadService, Route, Router } from "./router.ts";

/** About 150 bytes each. */
const ROADS_KEPT = 100_000;
/** Some kilobytes each. */
const ROUTES_KEPT = 500;
/** OSRM's limit on the places of one table is 100 (`--max-table-size`); Valhalla's, 2,500 pairs, is above what fits. */
const PLACES_AT_ONCE = 90;

/**
 * Remembers routes and the roads of tables, so that a service is asked only for what it was not asked for lately, and for no
 * more than it allows at once. What is not remembered where nobody may be asked is reckoned by `otherwise`, or not known.
 */
export function remembering(router: RoadService, otherwise: RoadService): Router {
  const kept = new LastUsed<string, Road | null>(ROADS_KEPT);

  const routes = new LastUsed<string, Route>(ROUTES_KEPT);

  const rememberedRoute = (points: readonly LatLng[]) => routes.get(wayOf(points));

  const route: Router["route"] = async (points) => {
    const known = rememberedRoute(points) ?? (await router.route(points));
    // What was reckoned for want of an answer is asked for again.
    if (known.routed) routes.set(wayOf(points), known);
    return known;
  };

  const learn = async (sources: readonly LatLng[], targets: readonly LatLng[]): Promise<void> => {
    const table = await router.table(sources, targets);
    sources.forEach((from, row) =>
      targets.forEach((to, column) => {
        const road = table[row]?.[column];
        if (road !== undefined) kept.set(keyOf(from, to), road);
      }),
    );
  };

  const isNew = (from: LatLng, to: LatLng) => kept.get(keyOf(from, to)) === undefined;

  const rememberedTable = (sources: readonly LatLng[], targets: readonly LatLng[]) =>
    sources.map((source) => targets.map((target) => kept.get(keyOf(source, target))));

  const table: Router["table"] = async (sources, targets) => {
    const from = sources.filter((source) => targets.some((target) => isNew(source, target)));
    const to = targets.filter((target) => from.some((source) => isNew(source, target)));
    await Promise.all(tiles(from, to).map(([some, others]) => learn(some, others)));
    return rememberedTable(sources, targets);
  };
  const { knowsRoads } = router;
  const fromMemory: Router = {
    knowsRoads,
    route: async (points) => rememberedRoute(points) ?? otherwise.route(points),
    table: async (sources, targets) => rememberedTable(sources, targets),
    get fromMemory() {
      return fromMemory;
    },
  };
  return { knowsRoads, route, table, fromMemory };
}

/** About a metre: nobody stands more exactly. */
const keyOf = (from: LatLng, to: LatLng) => `${placeOf(from)}>${placeOf(to)}`;
const wayOf = (points: readonly LatLng[]) => points.map(placeOf).join(">");
const placeOf = ({ lat, lng }: LatLng) => `${lat.toFixed(5)},${lng.toFixed(5)}`;

/** The table in parts of which none has too many places. */
function tiles(sources: readonly LatLng[], targets: readonly LatLng[]): [readonly LatLng[], readonly LatLng[]][] {
  const few = Math.min(sources.length, targets.length, PLACES_AT_ONCE / 2);
  const many = PLACES_AT_ONCE - few;
  const [rows, columns] = sources.length <= targets.length ? [few, many] : [many, few];
  return parts(sources, rows).flatMap((some) =>
    parts(targets, columns).map((others): [readonly LatLng[], readonly LatLng[]] => [some, others]),
  );
}

const parts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / Math.max(1, size)) }, (_, n) => all.slice(n * size, (n + 1) * size));
