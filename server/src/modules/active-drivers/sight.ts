import { genderOf } from "#modules/profiles/index.ts";
import { apartFrom } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import { type ActiveDriverRow, driversOf } from "./active-drivers.store.ts";

/** How somebody sees the map. */
export interface Sight {
  readonly own: string;
  /** What they say of themselves: some drivers are there for their own gender. */
  readonly gender: string | null;
  /** Those who drive them: their seat is accepted. They are seen where they are. */
  readonly exact: ReadonlySet<string>;
  /** Those whom they may not meet. */
  readonly hidden: ReadonlySet<string>;
}

/** Read anew for each answer, since a right may be gone since the last one. */
export async function sightOf(ctx: Context, uid: string): Promise<Sight> {
  const { db } = ctx;
  const [driving, hidden, gender] = await Promise.all([driversOf(db, uid), apartFrom(db, uid), genderOf(ctx, uid)]);
  return { own: uid, gender, exact: new Set([...driving].filter((driver) => !hidden.has(driver))), hidden };
}

/** Whom a driver is on the map for. */
export type For = Pick<ActiveDriverRow, "audience" | "gender">;

export const isForAll = ({ audience }: For): boolean => audience === "everyone";

export const isForGender = (there: For, gender: string | null): boolean => isForAll(there) || there.gender === gender;

/** Whether they are shown this driver at all. */
export const sees = ({ own, gender, hidden }: Sight, { uid, row }: { uid: string; row: For }): boolean =>
  uid === own || (!hidden.has(uid) && isForGender(row, gender));

/** Whether they see what everybody sees. */
export const isPlain = ({ exact, hidden }: Sight): boolean => exact.size === 0 && hidden.size === 0;

export const isSame = (one: Sight, other: Sight): boolean =>
  one.gender === other.gender && holdSame(one.exact, other.exact) && holdSame(one.hidden, other.hidden);

const holdSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((uid) => other.has(uid));
