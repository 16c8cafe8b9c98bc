import { DAY_MS } from "@commonlane/contract/durations";
import { createVerifiedAccount } from "#modules/accounts/index.ts";
import { profileOf } from "#modules/profiles/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import { cast, type Character } from "./cast.ts";
import type { Chance } from "./chance.ts";
import { accountsEndingIn } from "./demo.store.ts";

/** A name that can belong to nobody (RFC 2606), so that no letter can ever reach anybody. */
export const DEMO_DOMAIN = "@demo.example";

/** Somebody of the demo with an account, as a caller of use cases. */
export interface Player {
  readonly who: Character;
  readonly caller: Caller;
  readonly vehicleId: string | null;
}

/** Letters that are one with their accent fall apart first; the few that do not are written as e-mails write them. */
export const emailOf = ({ first, last }: Pick<Character, "first" | "last">): string => {
  const plain = `${first}.${last}`.normalize("NFKD").toLowerCase().replaceAll("ø", "o").replaceAll("ı", "i");
  return plain.replaceAll(/[^a-z.]/g, "") + DEMO_DOMAIN;
};

export const callerOf = (uid: string): Caller => ({ uid, sessionId: NO_SESSION, emailVerified: true });
/** Nobody signed in for what the demo's people do by themselves. */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/** Everybody of the cast; those who are not there yet join, some long ago and some lately. */
export async function ensurePlayers(ctx: InTransaction, chance: Chance): Promise<Player[]> {
  const known = await accountsEndingIn(ctx, DEMO_DOMAIN);
  const players: Player[] = [];
  for (const [n, who] of cast.entries()) {
    const joined = new Date(ctx.now().getTime() - chance.whole(20, 500) * DAY_MS);
    const uid = known.get(emailOf(who)) ?? (await join({ ...ctx, now: () => joined }, who, n, chance));
    const { vehicles } = await profileOf(ctx, uid);
    players.push({ who, caller: callerOf(uid), vehicleId: vehicles[0]?.id ?? null });
  }
  return players;
}

async function join(ctx: InTransaction, who: Character, n: number, chance: Chance): Promise<string> {
  const month = String(chance.whole(1, 12)).padStart(2, "0");
  const day = String(chance.whole(1, 28)).padStart(2, "0");
  const { uid } = await createVerifiedAccount(ctx, {
    email: emailOf(who),
    profile: {
      firstName: who.first,
      lastName: who.last,
      gender: who.gender,
      // Numbers that the German regulator keeps free for films.
      phone: `+4917139200${String(n).padStart(2, "0")}`,
      birthDate: `${chance.whole(1958, 2004)}-${month}-${day}`,
      bio: who.bio ?? null,
      languages: [...who.languages],
      preferences: who.likes,
      vehicles: who.car ? [{ comfort: [], ...who.car }] : [],
    },
  });
  return uid;
}
