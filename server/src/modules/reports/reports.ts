import type { NewReport, Reported } from "@commonlane/contract/reports";
import { messageWithContext } from "#modules/chat/index.ts";
import { personByUid } from "#modules/profiles/index.ts";
import { findRideRequests, viewRideRequest } from "#modules/ride-requests/index.ts";
import { findRideFor, isForThem, viewRides } from "#modules/rides/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { bioOf, insertReport } from "./reports.store.ts";

/** What is reported as it looks now, and who is answerable for it. */
interface Sight {
  readonly aboutUid: string | null;
  readonly snapshot: Readonly<Record<string, unknown>>;
}

/** Takes a report down for the operators, with what it is about as the reporter sees it. Blocks hide nothing here. */
export function makeReport(ctx: Context, reporter: Caller, { about, reason, text }: NewReport) {
  return transaction(ctx, async (ctx) => {
    const sight = await LOOK[about.kind](ctx, about.id, reporter.uid);
    if (!sight) throw new Problem("not_found");
    if (sight.aboutUid === reporter.uid) throw new Problem("own_report");
    await insertReport(ctx, { reporterUid: reporter.uid, about, ...sight, reason, text: text || null });
    return { success: true };
  });
}

type Look = (ctx: Context, id: string, viewerUid: string) => Promise<Sight | undefined>;

const LOOK: Readonly<Record<Reported["kind"], Look>> = {
  person: async (ctx, id) => {
    const person = await personByUid(ctx, id);
    return person && { aboutUid: id, snapshot: { ...person, bio: await bioOf(ctx, id) } };
  },
  ride: async (ctx, id, viewerUid) => {
    const seen = await findRideFor(ctx, id, viewerUid);
    const mayKnow = seen && (seen.part !== undefined || (await isForThem(ctx, seen.row, viewerUid)));
    if (!mayKnow) return undefined;
    const [ride] = await viewRides(ctx, [seen.row], viewerUid);
    return { aboutUid: seen.row.host_id, snapshot: { ...ride } };
  },
  "ride-request": async (ctx, id, viewerUid) => {
    const [row] = await findRideRequests(ctx, [id]);
    return row && { aboutUid: row.seeker_id, snapshot: { ...(await viewRideRequest(ctx, row, viewerUid)) } };
  },
  message: async (ctx, id, viewerUid) => {
    const lines = await messageWithContext(ctx, id, viewerUid);
    const message = lines.at(-1);
    if (!message) return undefined;
    // Whole, also where the reader is shown less: what was hidden from them is what tells of a fraud.
    const messages = lines.map(({ sender_id, text, place, sent_at }) => ({ sender_id, text, place, sent_at }));
    return { aboutUid: message.sender_id, snapshot: { conversationId: message.conversation_id, messages } };
  },
};
