import { findGender } from "#modules/profiles/index.ts";
import { findBlockedUids } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { type ActiveDriverRow, findDriversOfPassengers } from "./active-drivers.store.ts";

/** A viewer's rights on the map. */
export interface Visibility {
  readonly viewerUid: string;
  /** The viewer's own gender. Some drivers are visible to their own gender only. */
  readonly gender: string | null;
  /** Drivers of the viewer's accepted seats who have no other passenger. They are shown exactly. */
  readonly exactUids: ReadonlySet<string>;
  /** Drivers with a contact restriction to the viewer. */
  readonly hiddenUids: ReadonlySet<string>;
}

/** Read for each response, because rights may have changed since the last one. */
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

/** Audience that a driver is visible to. */
export type DriverAudience = Pick<ActiveDriverRow, "audience" | "gender">;

export function isForEveryone({ audience }: DriverAudience): boolean {
  return audience === "everyone";
}

export function isForViewerGender(audience: DriverAudience, gender: string | null): boolean {
  return isForEveryone(audience) || audience.gender === gender;
}

/** Returns true if the viewer may see this driver at all. */
export const canSee = (
  { viewerUid, gender, hiddenUids }: Visibility,
  { uid, row }: { uid: string; row: DriverAudience },
): boolean => uid === viewerUid || (!hiddenUids.has(uid) && isForViewerGender(row, gender));

/** Returns true if the viewer sees exactly the public data. */
export function isDefaultVisibility({ exactUids, hiddenUids }: Visibility): boolean {
  return exactUids.size === 0 && hiddenUids.size === 0;
}

export const isSameVisibility = (a: Visibility, b: Visibility): boolean =>
  a.gender === b.gender &&
  areSetsEqual(a.exactUids, b.exactUids) &&
  areSetsEqual(a.hiddenUids, b.hiddenUids);

const areSetsEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((uid) => b.has(uid));
