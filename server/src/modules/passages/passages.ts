import { randomInt } from "node:crypto";
import { HOUR_MS } from "@commonlane/contract/durations";
import { PICKUP_PIN_LENGTH, PICKUP_PIN_TRIES } from "@commonlane/contract/limits";
import type { NotTravelled, Passage } from "@commonlane/contract/passages";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import {
  answerDispute,
  dispute,
  findPassage,
  insertPassage,
  notePaid,
  type PassageRow,
  passagesOn,
  tryPin,
  withoutPassage,
} from "./passages.store.ts";
import { viewPassage } from "./passages.view.ts";
import { tellOfPassage } from "./telling.ts";

/** Whoever is early at the meeting point may show the PIN. */
const PICKUP_FROM_MS = HOUR_MS;

/** How it went for those on a ride that the caller has a part in; nobody for a stranger. */
export async function passagesOfRide(ctx: Context, { uid }: Caller, rideId: string): Promise<{ items: Passage[] }> {
  await makeMissing(ctx, { rideId });
  const rows = await passagesOn(ctx, rideId, uid);
  return { items: await Promise.all(rows.map((row) => viewPassage(ctx, row, uid))) };
}

async function makeMissing(ctx: Context, of: Parameters<typeof withoutPassage>[1]): Promise<void> {
  for (const id of await withoutPassage(ctx, of)) await insertPassage(ctx, id, newPin());
}

const newPin = () => String(randomInt(10 ** PICKUP_PIN_LENGTH)).padStart(PICKUP_PIN_LENGTH, "0");

/**
 * The host types what the passenger told them. A wrong try counts though the call fails, so the refusal leaves after the
 * commit.
 */
export async function pickUp(ctx: Context, host: Caller, passageId: string, pin: string): Promise<Passage> {
  const passage = await transaction(ctx, async (ctx) => {
    const before = await mustBeParty(ctx, host, passageId, "host");
    if (before.picked_up_at !== null) return before;
    if (ctx.now().getTime() < before.departs_at.getTime() - PICKUP_FROM_MS) {
      throw new Problem("too_early", { message: "The PIN can be typed from an hour before the departure on." });
    }
    const tried = await tryPin(ctx, passageId, pin, PICKUP_PIN_TRIES);
    const after = await mustFind(ctx, passageId);
    if (!tried && after.picked_up_at === null) {
      throw new Problem(after.status === "accepted" ? "pin_locked" : "ride_over");
    }
    if (tried && after.picked_up_at !== null) await tellOfPassage(ctx, after, { type: "passage.changed", by: "host" });
    return after;
  });
  if (passage.picked_up_at === null) throw new Problem("pin_wrong");
  return viewPassage(ctx, passage, host.uid);
}

/** Notes that the contribution was paid, or came: each side says it for itself. */
export function markPaid(ctx: Context, caller: Caller, passageId: string, paid: boolean): Promise<Passage> {
  return transaction(ctx, async (ctx) => {
    const by = sideOf(await mustBeParty(ctx, caller, passageId), caller);
    if (!(await notePaid(ctx, passageId, by, paid))) throw new Problem("ride_over");
    return tell(ctx, caller, passageId, { type: "passage.changed", by });
  });
}

/** One side says that the two did not travel; the other has a day to answer. */
export function sayNotTravelled(
  ctx: Context,
  caller: Caller,
  passageId: string,
  { fault, note }: NotTravelled,
): Promise<Passage> {
  return transaction(ctx, async (ctx) => {
    const before = await mustBeParty(ctx, caller, passageId);
    const side = sideOf(before, caller);
    const spanMs = ctx.settings.DISPUTE_H * HOUR_MS;
    const nowMs = ctx.now().getTime();
    const hours = { since: new Date(nowMs - spanMs), answerUntil: new Date(nowMs + spanMs) };
    if (!(await dispute(ctx, passageId, { side, fault, note: note || null }, hours))) {
      throw await whyNotDisputed(ctx, await mustFind(ctx, passageId), caller);
    }
    return tell(ctx, caller, passageId, { type: "passage.disputed", by: side });
  });
}

async function whyNotDisputed(ctx: Context, row: PassageRow, { uid }: Caller): Promise<Problem> {
  if (row.said_by !== null) return new Problem("status_already_set", { current: await viewPassage(ctx, row, uid) });
  if (row.picked_up_at !== null) return new Problem("picked_up");
  if (row.status !== "accepted") return new Problem("dispute_closed");
  return new Problem("too_early", { message: "You can say so when the ride has arrived." });
}

/** The other side agrees or tells it otherwise, and the matter is settled. */
export function answerNotTravelled(
  ctx: Context,
  caller: Caller,
  passageId: string,
  { fault, note }: NotTravelled,
): Promise<Passage> {
  return transaction(ctx, async (ctx) => {
    const before = await mustBeParty(ctx, caller, passageId);
    const side = sideOf(before, caller);
    if (!(await answerDispute(ctx, passageId, { side, fault, note: note || null }))) {
      const row = await mustFind(ctx, passageId);
      const answerable = row.said_by !== null && row.said_by !== side && row.settled_at === null;
      if (row.said_by === null || answerable) throw new Problem("dispute_closed");
      throw new Problem("status_already_set", { current: await viewPassage(ctx, row, caller.uid) });
    }
    return tell(ctx, caller, passageId, { type: "passage.settled", by: side });
  });
}

async function tell(
  ctx: InTransaction,
  { uid }: Caller,
  passageId: string,
  happening: Parameters<typeof tellOfPassage>[2],
): Promise<Passage> {
  const row = await mustFind(ctx, passageId);
  await tellOfPassage(ctx, row, happening);
  return viewPassage(ctx, row, uid);
}

/** The passage of a booked seat request, for one of its two sides. Throws not_found, or not_yours. */
async function mustBeParty(ctx: InTransaction, { uid }: Caller, passageId: string, side?: "host"): Promise<PassageRow> {
  await makeMissing(ctx, { passageId });
  const row = await mustFind(ctx, passageId);
  if (uid !== row.host_id && (side === "host" || uid !== row.seeker_id)) throw new Problem("not_yours");
  return row;
}

async function mustFind(ctx: Context, passageId: string): Promise<PassageRow> {
  const row = await findPassage(ctx, passageId);
  if (!row) throw new Problem("not_found");
  return row;
}

const sideOf = ({ seeker_id }: PassageRow, { uid }: Caller) => (uid === seeker_id ? "seeker" : "host");
