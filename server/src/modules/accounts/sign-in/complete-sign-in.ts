import type { InTransaction } from "#platform/context.ts";
import { recordAccountEvents } from "../account-events.ts";
import { cancelDeletion } from "../deletion/schedule-deletion.ts";
import { endSessionByToken, type OpenedSession, openSession } from "../sessions/sessions.ts";
import type { ClientInfo } from "./client-info.ts";
import { rememberDevice } from "./known-devices.ts";

export type SignedIn = OpenedSession & { readonly devices: readonly string[] };

interface SignInDetails {
  readonly client: ClientInfo;
  /** Refresh token of this browser's previous session. */
  readonly previousToken: string | undefined;
  /** The hash that the password matched; undefined for a sign-in without a password. */
  readonly passwordHash?: string;
  readonly hasSecondFactor: boolean;
}

/**
 * What every way to sign in does once the user has proven to own the account: opens a session, ends the previous one of
 * this browser and cancels a scheduled deletion. Throws what `openSession` throws.
 */
export async function completeSignIn(
  ctx: InTransaction,
  {
    uid,
    deletion_requested_at,
  }: {
    readonly uid: string;
    readonly deletion_requested_at: Date | null;
  },
  { client, previousToken, passwordHash, hasSecondFactor }: SignInDetails,
): Promise<SignedIn> {
  const deletionCancelled =
    deletion_requested_at !== null && (await cancelDeletion(ctx, uid, client));
  const openedSession = await openSession(ctx, uid, {
    device: client.device,
    passwordHash,
    hasSecondFactor,
  });
  await recordAccountEvents(ctx, {
    uid,
    kind: "signed-in",
    client,
    sessionId: openedSession.sessionId,
  });
  await endSessionByToken(ctx, previousToken, {
    client,
    reason: "signed in again",
  });
  const devices = await rememberDevice(ctx, uid, client);
  return {
    ...openedSession,
    devices,
    ...(deletionCancelled && {
      session: {
        ...openedSession.session,
        deletionCancelled,
      },
    }),
  };
}
