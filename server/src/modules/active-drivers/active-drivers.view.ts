import { ActiveDriver, type MovedDriver, type OwnActiveDriver } from "@commonlane/contract/active-drivers";
import { MINUTE_MS } from "@commonlane/contract/durations";
import type { PublicPerson } from "@commonlane/contract/profiles";
import { peopleByUid } from "#modules/profiles/index.ts";
import { wordsAsTold } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import { LastUsed } from "#platform/last-used.ts";
import type { Driver } from "./on-map.ts";

const PEOPLE_KEPT = 200_000;
const PEOPLE_KEPT_MS = 60_000;

/** The names that stand on the map, at most a minute old: of a hundred thousand drivers nobody reads them at each look. */
export class Faces {
  readonly #ctx: Context;
  readonly #known = new LastUsed<string, { person: PublicPerson; readAtMs: number }>(PEOPLE_KEPT);

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  async of(uids: readonly string[]): Promise<Map<string, PublicPerson>> {
    const nowMs = performance.now();
    const people = new Map<string, PublicPerson>();
    const unknown: string[] = [];
    for (const uid of uids) {
      const known = this.#known.get(uid);
      if (known && nowMs - known.readAtMs < PEOPLE_KEPT_MS) people.set(uid, known.person);
      else unknown.push(uid);
    }
    if (unknown.length === 0) return people;
    for (const [uid, person] of await peopleByUid(this.#ctx, unknown)) {
      this.#known.set(uid, { person, readAtMs: nowMs });
      people.set(uid, person);
    }
    return people;
  }
}

/** How somebody may see a driver: exactly, or as strangers do (domain.md, Privacy by stage). Decided here and nowhere else. */
export function viewDriver(
  { uid, row, position, about }: Driver,
  person: PublicPerson,
  { exact, distanceM }: { exact: boolean; distanceM?: number },
): ActiveDriver {
  const { lat, lng, heading } = exact ? position : about;
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
    note: wordsAsTold(row.note, exact),
    audience: row.audience,
    headingTo: exact ? row.heading_to : row.heading_to_area,
    distanceKm: distanceM === undefined ? null : toldKm(distanceM, exact),
    lastSeenAt: new Date(seenAtMs).toISOString(),
  };
}

/** What strangers are told of a driver, written out, and what it was written from. */
interface Sketch {
  readonly row: Driver["row"];
  readonly about: Driver["about"];
  readonly person: PublicPerson;
  readonly minute: number;
  /** All but the distance, which is the last. */
  readonly text: string;
}
const sketches = new WeakMap<Driver, Sketch>();

/**
 * The same as JSON. Among many drivers most of what a list says was said before: it is held against the contract and
 * written once, until something of it is different, or the minute is.
 */
export function writeDriver(
  driver: Driver,
  person: PublicPerson,
  { exact, distanceM }: { exact: boolean; distanceM: number },
): string {
  if (exact) return JSON.stringify(ActiveDriver.parse(viewDriver(driver, person, { exact, distanceM })));
  const { row, about, position } = driver;
  const minute = Math.floor(position.seenAtMs / MINUTE_MS);
  let sketch = sketches.get(driver);
  const stands = sketch?.row === row && sketch.about === about && sketch.person === person && sketch.minute === minute;
  if (!sketch || !stands) {
    const { distanceKm: _, ...rest } = ActiveDriver.parse(viewDriver(driver, person, { exact }));
    sketch = { row, about, person, minute, text: JSON.stringify(rest).slice(0, -1) };
    sketches.set(driver, sketch);
  }
  return `${sketch.text},"distanceKm":${toldKm(distanceM, exact)}}`;
}

/** To a hundred metres, and for strangers to half a kilometre. */
const toldKm = (distanceM: number, exact: boolean) =>
  exact ? Math.round(distanceM / 100) / 10 : Math.round(distanceM / 500) / 2;

export const viewMoved = ({ uid, position, about }: Driver, exact: boolean): MovedDriver => {
  const { lat, lng, heading } = exact ? position : about;
  return { uid, lat, lng, heading, exact };
};

/** What only the driver sees. */
export const viewOwn = (ctx: Context, driver: Driver, person: PublicPerson): OwnActiveDriver => ({
  ...viewDriver(driver, person, { exact: true }),
  activeSince: driver.row.activated_at.toISOString(),
  expiresAt: new Date(driver.position.seenAtMs + ctx.settings.DRIVER_SILENT_S * 1000).toISOString(),
});
