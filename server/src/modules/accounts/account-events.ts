import { createHash } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { AccountEvent } from "@commonlane/contract/account-settings";
import type { ActingClient } from "#platform/account-access/access-kind.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import {
  deleteOldAccountEvents,
  findAccountEvents,
  insertAccountEvents,
  insertFailedSignIn,
  type NewAccountEvent,
} from "./account-events.store.ts";
import type { ClientInfo } from "./sign-in/client-info.ts";

const EVENTS_SHOWN_MAX = 50;
const FAILED_SIGN_INS_PER_DAY = 20;

interface AccountEventInput {
  readonly uid: string;
  readonly kind: NewAccountEvent["kind"];
  /** Undefined if the server acted by itself. */
  readonly client?: ActingClient | undefined;
  readonly sessionId?: string | undefined;
  readonly reason?: string | undefined;
}

/** Records account events in the transaction of the change itself. */
export async function recordAccountEvents(
  ctx: InTransaction,
  ...events: readonly AccountEventInput[]
): Promise<void> {
  const [first, ...others] = events.map(toEventRow);
  if (first) await insertAccountEvents(ctx, [first, ...others]);
}

const toEventRow = ({
  uid,
  kind,
  client,
  sessionId,
  reason,
}: AccountEventInput): NewAccountEvent => ({
  uid,
  kind,
  network: client?.networkPrefix ?? null,
  device: client?.device ?? null,
  sessionId: sessionId ?? null,
  reason: reason ?? null,
});

/**
 * Records up to 20 failed sign-ins a day. Does the same work if there is no account, so that response times do not
 * reveal one.
 */
export function recordFailedSignIn(
  ctx: Context,
  uid: string | undefined,
  email: string,
  client: ClientInfo,
): Promise<void> {
  const { networkPrefix, device } = client;
  const since = new Date(ctx.now().getTime() - DAY_MS);
  return insertFailedSignIn(
    ctx,
    {
      uid: uid ?? unusedAccountId(email),
      network: networkPrefix,
      device,
    },
    { max: FAILED_SIGN_INS_PER_DAY, since },
  );
}

/** The latest 50 events of an account, newest first. */
export async function getAccountEvents(
  ctx: Context,
  uid: string,
): Promise<{ items: AccountEvent[] }> {
  const rows = await findAccountEvents(ctx, uid, EVENTS_SHOWN_MAX);
  return {
    items: rows.map(({ session_id, at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      sessionId: session_id,
    })),
  };
}

/**
 * Deletes events older than ACCOUNT_EVENT_RETENTION_DAYS, and after a day failed sign-ins for addresses without an account.
 */
export function sweepAccountEvents(ctx: Context): Promise<boolean> {
  const now = ctx.now().getTime();
  return deleteOldAccountEvents(ctx, {
    before: new Date(now - ctx.settings.ACCOUNT_EVENT_RETENTION_DAYS * DAY_MS),
    unknownAccountBefore: new Date(now - DAY_MS),
  });
}

/** An id that no account has, derived from the address. */
function unusedAccountId(email: string): string {
  const digits = createHash("sha256").update(`nobody ${email}`).digest("hex");
  return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
