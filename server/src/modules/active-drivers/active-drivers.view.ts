import { ActiveDriver, type DriverMove, type OwnActiveDriver } from "@commonlane/contract/active-drivers";
import { MINUTE_MS } from "@commonlane/contract/durations";
import type { PublicPerson } from "@commonlane/contract/profiles";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { LruCache } from "#platform/lru-cache.ts";
import type { Driver } from "./map/drivers-on-map.ts";

const CARDS_MAX = 200_000;
const CARD_TTL_MS = 60_000;

/** The names that stand on the map, at most a minute old: of a hundred thousand drivers nobody reads them at each look. */
export class DriverCards {
  readonly #ctx: Context;
  readonly #known = new LruCache<string, { person: PublicPerson; readAtMs: number }>(CARDS_MAX);

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  async findCards(uids: readonly string[]): Promise<Map<string, PublicPerson>> {
    const nowMs = performance.now();
    const people = new Map<string, PublicPerson>();
    const missingUids: string[] = [];
    for (const uid of uids) {
      const cachedCard = this.#known.get(uid);
      if (cachedCard && nowMs - cachedCard.readAtMs < CARD_TTL_MS) people.set(uid, cachedCard.person);
      else missingUids.push(uid);
    }
    if (missingUids.length === 0) return people;
    for (const [uid, person] of await findPublicPeople(this.#ctx, missingUids)) {
      this.#known.set(uid, { person, readAtMs: nowMs });
      people.set(uid, person);
    }
    return people;
  }
}

/** How somebody may see a driver: exactly, or as strangers do (domain.md, Privacy by stage). Decided here and nowhere else. */
export function viewDriver(
  { uid, row, position, approximate }: Driver,
  person: PublicPerson,
  { exact, distanceM }: { exact: boolean; distanceM?: number },
): ActiveDriver {
  const { lat, lng, heading } = exact ? position : approximate;
  const seenAtMs = exact ? position.seenAtMs : Math.floor(position.seenAtMs / MINUTE_MS) * MINUTE_MS;
  return {
    uid,
    displayName: person.displayName,
    driver: person,
    lat,
    lng,
    exact,
    address: exact ? position.address : null,
    heading,
    seats: row.seats,
    note: maskText(row.note, exact),
    audience: row.audience,
    headingTo: exact ? row.heading_to : row.heading_to_area,
    distanceKm: distanceM === undefined ? null : displayedDistanceKm(distanceM, exact),
    lastSeenAt: new Date(seenAtMs).toISOString(),
  };
}

/** What strangers are told of a driver, written out, and what it was written from. */
interface CachedDriverJson {
  readonly row: Driver["row"];
  readonly approximate: Driver["approximate"];
  readonly person: PublicPerson;
  readonly minute: number;
  /** All but the distance, which is the last. */
  readonly json: string;
}
const cachedJson = new WeakMap<Driver, CachedDriverJson>();

/**
 * The same as JSON. Among many drivers most of what a list says was said before: it is held against the contract and
 * written once, until something of it is different, or the minute is.
 */
export function writeDriverJson(
  driver: Driver,
  person: PublicPerson,
  { exact, distanceM }: { exact: boolean; distanceM: number },
): string {
  if (exact) return JSON.stringify(ActiveDriver.parse(viewDriver(driver, person, { exact, distanceM })));
  const { row, approximate, position } = driver;
  const minute = Math.floor(position.seenAtMs / MINUTE_MS);
  let cached = cachedJson.get(driver);
  const isCurrent =
    cached?.row === row && cached.approximate === approximate && cached.person === person && cached.minute === minute;
  if (!cached || !isCurrent) {
    const { distanceKm: _, ...rest } = ActiveDriver.parse(viewDriver(driver, person, { exact }));
    cached = { row, approximate, person, minute, json: JSON.stringify(rest).slice(0, -1) };
    cachedJson.set(driver, cached);
  }
  return `${cached.json},"distanceKm":${displayedDistanceKm(distanceM, exact)}}`;
}

/** To a hundred metres, and for strangers to half a kilometre. */
const displayedDistanceKm = (distanceM: number, exact: boolean) =>
  exact ? Math.round(distanceM / 100) / 10 : Math.round(distanceM / 500) / 2;

export const viewDriverMove = ({ uid, position, approximate }: Driver, exact: boolean): DriverMove => {
  const { lat, lng, heading } = exact ? position : approximate;
  return { uid, lat, lng, heading, exact };
};

/** What only the driver sees. */
export const viewOwnDriver = (ctx: Context, driver: Driver, person: PublicPerson): OwnActiveDriver => ({
  ...viewDriver(driver, person, { exact: true }),
  activeSince: driver.row.activated_at.toISOString(),
  expiresAt: new Date(driver.position.seenAtMs + ctx.settings.DRIVER_TIMEOUT_S * 1000).toISOString(),
});
