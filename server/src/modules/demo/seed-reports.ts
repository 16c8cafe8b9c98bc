import { HOUR_MS } from "@commonlane/contract/durations";
import { grantModeratorRole } from "#modules/moderation/index.ts";
import { createReport } from "#modules/reports/index.ts";
import type { Context } from "#platform/context.ts";
import { emailOf, usersByName } from "./demo-accounts.ts";
import { findNextRideOf } from "./demo.store.ts";
import { MODERATOR, TAXI } from "./people.ts";
import type { Traveller } from "./travellers.ts";

/** Open reports, oldest first. */
const reportStories: readonly {
  readonly by: string;
  readonly about: string;
  /** A person, or their next ride. */
  readonly kind: "person" | "ride";
  readonly reason: "scam" | "spam" | "danger" | "fake" | "harassment" | "other";
  readonly agoHours: number;
  readonly text: string;
}[] = [
  {
    by: "Jasmin Aebi",
    about: "Goran Jovanović",
    kind: "ride",
    reason: "other",
    agoHours: 20,
    text: "Leaves at a quarter to five, says the ride. Is that a mistake? I waited for him at seven.",
  },
  {
    by: "Ivana Kovač",
    about: TAXI,
    kind: "person",
    reason: "scam",
    agoHours: 6,
    text: "Asks for 40 francs in advance for a ride to the airport, and writes again after a no.",
  },
  {
    by: "Levin Senn",
    about: TAXI,
    kind: "ride",
    reason: "spam",
    agoHours: 5,
    text: "This is a taxi, not a ride that he makes anyway.",
  },
  {
    by: "Pia Thöny",
    about: "Ivo Schädler",
    kind: "person",
    reason: "danger",
    agoHours: 3,
    text: "Took the bends from Malbun far too fast at the weekend. Please have a word with him.",
  },
];

/** Gives the moderator something to do. */
export async function seedReports(ctx: Context, travellers: readonly Traveller[]): Promise<void> {
  const userByName = usersByName(travellers);
  await grantModeratorRole(ctx, emailOf(MODERATOR));
  for (const { by, about, kind, reason, agoHours, text } of reportStories) {
    const { uid } = userByName(about).caller;
    const id = kind === "ride" ? await findNextRideOf(ctx, uid) : uid;
    if (id === undefined) continue;
    const at = new Date(ctx.now().getTime() - agoHours * HOUR_MS);
    await createReport(
      {
        ...ctx,
        now: () => at,
      },
      userByName(by).caller,
      {
        about: { kind, id },
        reason,
        text,
      },
    );
  }
}
