import { findGender } from "#modules/profiles/index.ts";
import { findBlockedUids } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { type ActiveDriverRow, findDriversOfPassengers } from "./active-drivers.store.ts";

/** How somebody sees the map. */
export interface Visibility {
  readonly viewerUid: string;
  /** What they say of themselves: some drivers are there for their own gender. */
  readonly gender: string | null;
  /** Those who drive them: their seat is accepted. They are seen where they are. */
  readonly exactUids: ReadonlySet<string>;
  /** Those whom they may not meet. */
  readonly hiddenUids: ReadonlySet<string>;
}

/** Read anew for each answer, since a right may be gone since the last one. */
export async function findVisibility(ctx: Context, uid: string): Promise<Visibility> {
  const { db } = ctx;
  const [driving, hidden, gender] = await Promise.all([
    findDriversOfPassengers(db, uid),
    findBlockedUids(db, uid),
    findGender(ctx, uid),
  ]);
  return {
    viewerUid: uid,
    gender,
    exactUids: new Set([...driving].filter((driver) => !hidden.has(driver))),
    hiddenUids: hidden,
  };
}

/** Whom a driver is on the map for. */
export type DriverAudience = Pick<ActiveDriverRow, "audience" | "gender">;

export const isForEveryone = ({ audience }: DriverAudience): boolean => audience === "everyone";

export const isForViewerGender = (audience: DriverAudience, gender: string | null): boolean =>
  isForEveryone(audience) || audience.gender === gender;

/** Whether they are shown this driver at all. */
export const canSee = (
  { viewerUid: own, gender, hiddenUids: hidden }: Visibility,
  { uid, row }: { uid: string; row: DriverAudience },
): boolean => uid === own || (!hidden.has(uid) && isForViewerGender(row, gender));

/** Whether they see what everybody sees. */
export const isDefaultVisibility = ({ exactUids: exact, hiddenUids: hidden }: Visibility): boolean =>
  exact.size === 0 && hidden.size === 0;

export const isSameVisibility = (one: Visibility, other: Visibility): boolean =>
  one.gender === other.gender &&
  areSetsEqual(one.exactUids, other.exactUids) &&
  areSetsEqual(one.hiddenUids, other.hiddenUids);

const areSetsEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((uid) => other.has(uid));
