import { apartFrom } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import { driversOf } from "./active-drivers.store.ts";

/** How somebody sees the map. */
export interface Sight {
  readonly own: string;
  /** Those who drive them: their seat is accepted. They are seen where they are. */
  readonly exact: ReadonlySet<string>;
  /** Those whom they may not meet. */
  readonly hidden: ReadonlySet<string>;
}

/** Read anew for each answer, since a right may be gone since the last one. */
export async function sightOf({ db }: Pick<Context, "db">, uid: string): Promise<Sight> {
  const [driving, hidden] = await Promise.all([driversOf(db, uid), apartFrom(db, uid)]);
  return { own: uid, exact: new Set([...driving].filter((driver) => !hidden.has(driver))), hidden };
}

/** Whether they see what everybody sees. */
export const isPlain = ({ exact, hidden }: Sight): boolean => exact.size === 0 && hidden.size === 0;

export const isSame = (one: Sight, other: Sight): boolean =>
  holdSame(one.exact, other.exact) && holdSame(one.hidden, other.hidden);

const holdSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((uid) => other.has(uid));
