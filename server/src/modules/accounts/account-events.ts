import { createHash } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { AccountEvent } from "@commonlane/contract/own-account";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteEvents, eventsOf, insertEvents, insertRefusal, type NewAccountEvent } from "./account-events.store.ts";
import type { Visitor } from "./visitor.ts";

const SHOWN = 50;
const REFUSALS_A_DAY = 20;

interface Happening {
  readonly uid: string;
  readonly kind: NewAccountEvent["kind"];
  /** Nobody where the server did it. */
  readonly visitor?: Visitor | undefined;
  readonly sessionId?: string | undefined;
  readonly reason?: string | undefined;
}

/** Writes down what happens to accounts, together with the change itself. */
export async function record(ctx: InTransaction, ...happenings: readonly Happening[]): Promise<void> {
  const [first, ...others] = happenings.map(rowOf);
  if (first) await insertEvents(ctx, [first, ...others]);
}

const rowOf = ({ uid, kind, visitor, sessionId, reason }: Happening): NewAccountEvent => ({
  uid,
  kind,
  network: visitor?.neighbourhood ?? null,
  device: visitor?.device ?? null,
  sessionId: sessionId ?? null,
  reason: reason ?? null,
});

/** Writes a refused sign-in down, twenty a day; with the same work where there is no account, so that time tells nothing. */
export function recordRefusal(ctx: Context, uid: string | undefined, email: string, visitor: Visitor): Promise<void> {
  const { neighbourhood: network, device } = visitor;
  const since = new Date(ctx.now().getTime() - DAY_MS);
  return insertRefusal(ctx, { uid: uid ?? nobodyAt(email), network, device }, { most: REFUSALS_A_DAY, since });
}

/** The last fifty things that happened to an account, newest first. */
export async function accountEvents(ctx: Context, uid: string): Promise<{ items: AccountEvent[] }> {
  const rows = await eventsOf(ctx, uid, SHOWN);
  return { items: rows.map(({ session_id, at, ...row }) => ({ ...row, at: at.toISOString(), sessionId: session_id })) };
}

/** Forgets what is older than ACCOUNT_EVENTS_KEPT_DAYS, and after a day the refused sign-ins where there is no account. */
export function sweepEvents(ctx: Context): Promise<boolean> {
  const now = ctx.now().getTime();
  return deleteEvents(ctx, {
    before: new Date(now - ctx.settings.ACCOUNT_EVENTS_KEPT_DAYS * DAY_MS),
    ofNobodyBefore: new Date(now - DAY_MS),
  });
}

/** An id that no account has. */
function nobodyAt(email: string): string {
  const digits = createHash("sha256").update(`nobody ${email}`).digest("hex");
  return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
