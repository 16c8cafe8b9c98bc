import type { Fact } from "@commonlane/contract/live";
import { createVerifiedAccount, issueIdToken } from "../../../server/src/modules/accounts/index.ts";
import { transaction } from "../../../server/src/platform/context.ts";
import { openDatabase } from "../../../server/src/platform/db/database.ts";
import { say } from "../bench.ts";
import { contextOn } from "../support/bare-context.ts";

const AT_ONCE = 8;

export interface Member {
  readonly uid: string;
  readonly token: string;
}

/** So many people with an account and a token, in the database of a folder. */
export async function fillPeople(folder: string, count: number): Promise<Member[]> {
  const { db, close } = await openDatabase({ folder, onLost: say });
  const ctx = contextOn(db);
  const profile = { firstName: "Ada", lastName: "Moreau", phone: "+12025550123", birthDate: "1990-06-15" };
  const made: Member[] = [];
  const makeSome = async () => {
    for (let n = made.length; n < count; n = made.length) {
      const place = made.push({ uid: "", token: "" }) - 1;
      const { uid } = await createVerifiedAccount(ctx, { email: `line${place}@example.org`, profile });
      made[place] = { uid, token: await issueIdToken(ctx, uid) };
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, makeSome));
    return made;
  } finally {
    await close();
  }
}

/** Each of them is told something, while no server runs. */
export async function tellEach(folder: string, people: readonly Member[]): Promise<void> {
  const { db, close } = await openDatabase({ folder, onLost: say });
  const fact: Fact = { type: "notice.changed" };
  try {
    await transaction(contextOn(db), async (ctx) => {
      for (const { uid } of people) ctx.announce(`user:${uid}`, fact);
    });
  } finally {
    await close();
  }
}
