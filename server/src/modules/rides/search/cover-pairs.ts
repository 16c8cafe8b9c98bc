/** Two places between which a road is needed. */
export interface Pair<Place> {
  readonly from: Place;
  readonly to: Place;
}

/** The roads from each source to each target. */
export interface Table<Place> {
  readonly sources: readonly Place[];
  readonly targets: readonly Place[];
}

/** A place with at least this many pairs has a table with others of its kind. */
const MANY_PAIRS = 3;
/** A table may contain this many roads for each one that is needed. */
const WASTE_MAX = 3;
const SMALL_TABLE = 64;

/**
 * Few tables that contain all pairs and not many others. Places that belong to many pairs, as the two ends of a search
 * do, share one table with their partners; the rest goes into small tables. Places are compared by identity.
 */
export function coverPairs<Place>(pairs: readonly Pair<Place>[]): Table<Place>[] {
  if (pairs.length === 0) return [];
  const table = tableOf(pairs);
  if (isDense(table, pairs.length)) return [table];
  const perTarget = countBy(pairs, ({ to }) => to);
  const perSource = countBy(pairs, ({ from }) => from);
  const isMany = (counts: Map<Place, number>, place: Place) =>
    (counts.get(place) ?? 0) >= MANY_PAIRS;
  const toTargets = pairs.filter(({ to }) => isMany(perTarget, to));
  const others = pairs.filter(({ to }) => !isMany(perTarget, to));
  const fromSources = others.filter(({ from }) => isMany(perSource, from));
  const rest = others.filter(({ from }) => !isMany(perSource, from));
  return [
    ...tablesAround(toTargets, ({ to }) => to),
    ...tablesAround(fromSources, ({ from }) => from),
    ...tablesInChunks(rest),
  ];
}

/** One table, or one for each of these places if their partners differ much. */
function tablesAround<Place>(
  pairs: readonly Pair<Place>[],
  by: (pair: Pair<Place>) => Place,
): Table<Place>[] {
  if (pairs.length === 0) return [];
  const table = tableOf(pairs);
  if (isDense(table, pairs.length)) return [table];
  return [...Map.groupBy(pairs, by).values()].map(tableOf);
}

/** Pairs that share no place with many others. */
function tablesInChunks<Place>(pairs: readonly Pair<Place>[]): Table<Place>[] {
  const side = Math.sqrt(SMALL_TABLE);
  const count = Math.ceil(pairs.length / side);
  return Array.from({ length: count }, (_, n) => tableOf(pairs.slice(n * side, (n + 1) * side)));
}

const tableOf = <Place>(pairs: readonly Pair<Place>[]): Table<Place> => ({
  sources: [...new Set(pairs.map(({ from }) => from))],
  targets: [...new Set(pairs.map(({ to }) => to))],
});

const isDense = ({ sources, targets }: Table<unknown>, needed: number): boolean =>
  sources.length * targets.length <= Math.max(SMALL_TABLE, WASTE_MAX * needed);

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
