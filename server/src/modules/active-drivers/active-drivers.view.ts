import {
  ActiveDriver,
  type DriverMove,
  type OwnActiveDriver,
} from "@commonlane/contract/active-drivers";
import type { PublicPerson } from "@commonlane/contract/profiles";
import { approximateDistanceM, approximateLastSeenMs } from "#modules/privacy/approximate/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { LRUCache } from "lru-cache";
import type { Driver } from "./map/drivers-on-map.ts";

const CARDS_MAX = 200_000;
const CARD_TTL_MS = 60_000;

/**
 * Names on the map, at most a minute old, so that a list of a hundred thousand drivers does not read them each time.
 */
export class DriverCards {
  readonly #ctx: Context;
  readonly #cards = new LRUCache<
    string,
    {
      person: PublicPerson;
      readAtMs: number;
    }
  >({
    // With `max`, memory for all of them would be reserved at once.
    maxSize: CARDS_MAX,
    sizeCalculation: () => 1,
  });

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  async findCards(uids: readonly string[]): Promise<Map<string, PublicPerson>> {
    const nowMs = performance.now();
    const people = new Map<string, PublicPerson>();
    const missingUids: string[] = [];
    for (const uid of uids) {
      const cachedCard = this.#cards.get(uid);
      if (cachedCard && nowMs - cachedCard.readAtMs < CARD_TTL_MS)
        people.set(uid, cachedCard.person);
      else missingUids.push(uid);
    }
    if (missingUids.length === 0) return people;
    for (const [uid, person] of await findPublicPeople(this.#ctx, missingUids)) {
      this.#cards.set(uid, {
        person,
        readAtMs: nowMs,
      });
      people.set(uid, person);
    }
    return people;
  }
}

/**
 * A driver as a viewer may see them: exactly, or approximately as strangers do (domain.md, Privacy by stage). The only
 * place that decides this.
 */
export function viewDriver(
  { uid, row, position, approximate }: Driver,
  person: PublicPerson,
  {
    exact,
    distanceM,
  }: {
    exact: boolean;
    distanceM?: number;
  },
): ActiveDriver {
  const { lat, lng, heading } = exact ? position : approximate;
  const seenAtMs = exact ? position.seenAtMs : approximateLastSeenMs(position.seenAtMs);
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
    headingTo: exact ? row.heading_to : row.approximate_heading_to,
    distanceKm: distanceM === undefined ? null : displayedDistanceKm(distanceM, exact),
    lastSeenAt: new Date(seenAtMs).toISOString(),
  };
}

/** The public JSON of a driver, and the data it was made from. */
interface CachedDriverJson {
  readonly row: Driver["row"];
  readonly approximate: Driver["approximate"];
  readonly person: PublicPerson;
  readonly seenAtMs: number;
  /** Everything except the distance, which comes last. */
  readonly json: string;
}
const cachedJson = new WeakMap<Driver, CachedDriverJson>();

/**
 * Same as JSON. Most drivers of a list were in an earlier one, so the JSON is validated and serialized once and reused
 * until the driver changes or a minute has passed.
 */
export function writeDriverJson(
  driver: Driver,
  person: PublicPerson,
  {
    exact,
    distanceM,
  }: {
    exact: boolean;
    distanceM: number;
  },
): string {
  if (exact)
    return JSON.stringify(
      ActiveDriver.parse(
        viewDriver(driver, person, {
          exact,
          distanceM,
        }),
      ),
    );
  const { row, approximate, position } = driver;
  const seenAtMs = approximateLastSeenMs(position.seenAtMs);
  let cached = cachedJson.get(driver);
  const isCurrent =
    cached?.row === row &&
    cached.approximate === approximate &&
    cached.person === person &&
    cached.seenAtMs === seenAtMs;
  if (!cached || !isCurrent) {
    const { distanceKm: _, ...rest } = ActiveDriver.parse(viewDriver(driver, person, { exact }));
    cached = {
      row,
      approximate,
      person,
      seenAtMs,
      json: JSON.stringify(rest).slice(0, -1),
    };
    cachedJson.set(driver, cached);
  }
  return `${cached.json},"distanceKm":${displayedDistanceKm(distanceM, exact)}}`;
}

const displayedDistanceKm = (distanceM: number, exact: boolean) =>
  exact ? Math.round(distanceM / 100) / 10 : approximateDistanceM(distanceM) / 1000;

export const viewDriverMove = (
  { uid, position, approximate }: Driver,
  exact: boolean,
): DriverMove => {
  const { lat, lng, heading } = exact ? position : approximate;
  return {
    uid,
    lat,
    lng,
    heading,
    exact,
  };
};

/** Fields that only the driver sees. */
export const viewOwnDriver = (
  ctx: Context,
  driver: Driver,
  person: PublicPerson,
): OwnActiveDriver => ({
  ...viewDriver(driver, person, { exact: true }),
  activeSince: driver.row.activated_at.toISOString(),
  expiresAt: new Date(
    driver.position.seenAtMs + ctx.settings.DRIVER_TIMEOUT_S * 1000,
  ).toISOString(),
});
