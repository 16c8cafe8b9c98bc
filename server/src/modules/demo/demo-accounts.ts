import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { createVerifiedAccount } from "#modules/accounts/index.ts";
import { getOwnProfile } from "#modules/profiles/index.ts";
import { setPhotoSizes } from "#modules/profiles/content/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { findAccountsByEmailSuffix } from "./demo.store.ts";
import { type Person, NEWCOMER } from "./people.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A reserved domain (RFC 2606), so that no e-mail can reach anyone. */
export const DEMO_DOMAIN = "@demo.example";

/** A demo user as caller of use cases. */
export interface DemoUser {
  readonly person: Person;
  readonly caller: Caller;
  readonly vehicleId: string | null;
  readonly joinedAt: Date;
}

/** Removes accents by decomposition; letters that do not decompose are replaced. */
export const emailOf = (name: string): string => {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[øı]/g, (letter) => (letter === "ø" ? "o" : "i"));
  return plain.replaceAll(/\s+/g, ".").replaceAll(/[^a-z.]/g, "") + DEMO_DOMAIN;
};

export const callerFor = (uid: string): Caller => ({
  uid,
  sessionId: NO_SESSION,
  emailVerified: true,
});
/** Placeholder session for actions of demo users. */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/** Finds a user by the name of the person. @throws Error if there is none */
export function usersByName<User extends DemoUser>(users: readonly User[]): (name: string) => User {
  const byName = new Map(users.map((user) => [user.person.name, user]));
  return (name) => {
    const user = byName.get(name);
    if (!user) throw new Error(`${name} is not one of the demo's people.`);
    return user;
  };
}

/** Finds all demo users and creates those who are missing, in one transaction. */
export function ensureDemoUsers(
  ctx: Context,
  people: readonly Person[],
  chance: SeededRandom,
): Promise<DemoUser[]> {
  return transaction(ctx, async (ctx) => {
    const accounts = await findAccountsByEmailSuffix(ctx, DEMO_DOMAIN);
    const users: DemoUser[] = [];
    for (const [n, person] of people.entries()) {
      const joinDate = randomJoinDate(ctx.now(), person, chance);
      const joined = { ...ctx, now: () => joinDate };
      const draft = draftProfile(person, n, ctx.now(), chance);
      const uid =
        accounts.get(emailOf(person.name)) ?? (await createDemoUser(joined, person, draft));
      const { vehicles, createdAt } = await getOwnProfile(ctx, uid);
      const vehicleId = vehicles[0]?.id ?? null;
      users.push({
        person,
        caller: callerFor(uid),
        vehicleId,
        joinedAt: new Date(createdAt),
      });
    }
    return users;
  });
}

/** A third has joined in the last twelve weeks. */
function randomJoinDate(now: Date, { name, car }: Person, chance: SeededRandom): Date {
  const recent = chance.withProbability(car ? 0.2 : 0.45);
  const days = recent ? chance.integer(4, 83) : chance.integer(90, 640);
  const hours = chance.integer(0, 12);
  return new Date(
    now.getTime() - (name === NEWCOMER ? 2 * HOUR_MS : days * DAY_MS + hours * HOUR_MS),
  );
}

type ProfileDraft = NonNullable<Parameters<typeof createVerifiedAccount>[1]["profile"]>;

async function createDemoUser(
  ctx: Context,
  { name, portrait }: Person,
  profile: ProfileDraft,
): Promise<string> {
  const { uid } = await createVerifiedAccount(ctx, {
    email: emailOf(name),
    profile,
  });
  await setPhotoSizes(ctx, uid, {
    small: portrait,
    large: portrait,
  });
  return uid;
}

function draftProfile(person: Person, n: number, now: Date, chance: SeededRandom): ProfileDraft {
  const { first, last, gender, home, bio, languages, preferences, car } = person;
  return {
    firstName: first,
    lastName: last,
    gender,
    phone: phoneOf(n),
    birthDate: birthDateOf(person, now, chance),
    bio,
    languages: [...languages],
    preferences,
    vehicles: car
      ? [
          {
            comfort: [],
            ...car,
            plate: `${PLATES[home] ?? "FL"} ${chance.integer(10_000, 44_999)}`,
          },
        ]
      : [],
  };
}

/** Numbers that the German regulator reserves for fiction. */
const phoneOf = (n: number): string =>
  `${n < 100 ? "+4917139200" : "+49176040690"}${String(n % 100).padStart(2, "0")}`;

const PLATES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["Buchs", "Sevelen", "Gams", "Sargans"].map((town) => [town, "SG"])),
  Chur: "GR",
  Feldkirch: "FK",
};

const STUDENT =
  /student|studies|\byear\b|master's|exchange|grammar school|trade school|film school|in training|apprentice(?! coach)/i;
const RETIRED = /retired|grandfather|gave up my licence|volunteer at/i;

/** An age that fits what people write about themselves. */
function birthDateOf({ bio, hasGreyHair }: Person, now: Date, chance: SeededRandom): string {
  const [month, day] = [chance.integer(1, 12), chance.integer(1, 28)].map((part) =>
    String(part).padStart(2, "0"),
  );
  const thisYear = now.getUTCFullYear();
  if (bio.includes("eighteen since March"))
    return `${thisYear - (now.getUTCMonth() < 3 ? 19 : 18)}-03-02`;
  const [youngest, oldest] = ageRangeOf(bio, hasGreyHair);
  return `${thisYear - chance.integer(youngest, oldest)}-${month}-${day}`;
}

function ageRangeOf(
  bio: string,
  hasGreyHair: boolean,
): readonly [youngest: number, oldest: number] {
  if (RETIRED.test(bio)) return [67, 78];
  if (hasGreyHair) return [52, 64];
  return STUDENT.test(bio) ? [20, 27] : [27, 50];
}
