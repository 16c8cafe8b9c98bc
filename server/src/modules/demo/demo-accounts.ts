import { DAY_MS } from "@commonlane/contract/durations";
import { createVerifiedAccount } from "#modules/accounts/index.ts";
import { getOwnProfile } from "#modules/profiles/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { personas, type Persona } from "./personas.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { findAccountsByEmailSuffix } from "./demo.store.ts";

/** A reserved domain (RFC 2606), so that no e-mail can reach anyone. */
export const DEMO_DOMAIN = "@demo.example";

/** A demo user as caller of use cases. */
export interface DemoUser {
  readonly persona: Persona;
  readonly caller: Caller;
  readonly vehicleId: string | null;
}

/** Removes accents by decomposition; letters that do not decompose are replaced. */
export const emailOf = ({ first, last }: Pick<Persona, "first" | "last">): string => {
  const plain = `${first}.${last}`.normalize("NFKD").toLowerCase().replaceAll("ø", "o").replaceAll("ı", "i");
  return plain.replaceAll(/[^a-z.]/g, "") + DEMO_DOMAIN;
};

export const callerFor = (uid: string): Caller => ({ uid, sessionId: NO_SESSION, emailVerified: true });
/** Placeholder session for actions of demo users. */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/** Finds all demo users; creates missing ones with random join dates. */
export async function ensureDemoUsers(ctx: InTransaction, chance: SeededRandom): Promise<DemoUser[]> {
  const accounts = await findAccountsByEmailSuffix(ctx, DEMO_DOMAIN);
  const users: DemoUser[] = [];
  for (const [n, persona] of personas.entries()) {
    const joined = new Date(ctx.now().getTime() - chance.integer(20, 500) * DAY_MS);
    const uid =
      accounts.get(emailOf(persona)) ?? (await createDemoUser({ ...ctx, now: () => joined }, persona, n, chance));
    const { vehicles } = await getOwnProfile(ctx, uid);
    users.push({ persona, caller: callerFor(uid), vehicleId: vehicles[0]?.id ?? null });
  }
  return users;
}

async function createDemoUser(ctx: InTransaction, persona: Persona, n: number, chance: SeededRandom): Promise<string> {
  const month = String(chance.integer(1, 12)).padStart(2, "0");
  const day = String(chance.integer(1, 28)).padStart(2, "0");
  const { uid } = await createVerifiedAccount(ctx, {
    email: emailOf(persona),
    profile: {
      firstName: persona.first,
      lastName: persona.last,
      gender: persona.gender,
      // Numbers that the German regulator reserves for fiction.
      phone: `+4917139200${String(n).padStart(2, "0")}`,
      birthDate: `${chance.integer(1958, 2004)}-${month}-${day}`,
      bio: persona.bio ?? null,
      languages: [...persona.languages],
      preferences: persona.preferences,
      vehicles: persona.car ? [{ comfort: [], ...persona.car }] : [],
    },
  });
  return uid;
}
