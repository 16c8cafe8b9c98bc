import type { DomainEvent } from "@commonlane/contract/live";
import { createVerifiedAccount, issueIdToken } from "../../../server/src/modules/accounts/index.ts";
import { transaction } from "../../../server/src/platform/context.ts";
import { openDatabase } from "../../../server/src/platform/db/database.ts";
import { logProgress } from "../bench.ts";
import { createBareContext } from "../support/bare-context.ts";

const AT_ONCE = 8;

export interface Member {
  readonly uid: string;
  readonly token: string;
}

/** Users with an account and a token, in the database of a folder. */
export async function fillUsers(folder: string, count: number): Promise<Member[]> {
  const { db, close } = await openDatabase({ folder, onLost: logProgress });
  const ctx = createBareContext(db);
  const profile = {
    firstName: "Ada",
    lastName: "Moreau",
    phone: "+12025550123",
    birthDate: "1990-06-15",
  };
  const made: Member[] = [];
  const makeSome = async () => {
    for (let n = made.length; n < count; n = made.length) {
      const place = made.push({ uid: "", token: "" }) - 1;
      const { uid } = await createVerifiedAccount(ctx, {
        email: `line${place}@example.org`,
        profile,
      });
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

/** Creates an event for each of them, while no server runs. */
export async function publishToEach(folder: string, people: readonly Member[]): Promise<void> {
  const { db, close } = await openDatabase({ folder, onLost: logProgress });
  const payload: DomainEvent = { type: "notification.changed" };
  try {
    await transaction(createBareContext(db), async (ctx) => {
      for (const { uid } of people) ctx.publish(`user:${uid}`, payload);
    });
  } finally {
    await close();
  }
}
