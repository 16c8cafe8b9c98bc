import { message } from "@commonlane/contract/message";
import type { LinkedIdentity } from "@commonlane/contract/sign-in-providers";
import { hasPassword, recordAccountEvents } from "#modules/accounts/index.ts";
import { withdrawInstitutionMarks } from "#modules/trust-marks/index.ts";
import type { ActingClient, EndedAccess } from "#platform/account-access/access-kind.ts";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import { emailOwner } from "#platform/account-access/owner-emails.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import {
  deleteIdentitiesLinkedAfter,
  deleteIdentity,
  findOwnIdentities,
  hasIdentity,
} from "./linked-identities.store.ts";
import { deletePendingSignInsOf } from "./pending-sign-ins.store.ts";
import { findProvider } from "./providers.store.ts";

/** The caller's accounts at providers. */
export async function listOwnIdentities(
  ctx: Context,
  uid: string,
): Promise<{
  items: LinkedIdentity[];
  hasPassword: boolean;
}> {
  const rows = await findOwnIdentities(ctx, uid);
  return {
    items: rows.map(({ id, provider_id, name, has_logo, email, linked_at, last_used_at }) => ({
      id,
      providerId: provider_id,
      providerName: name,
      hasLogo: has_logo,
      email,
      linkedAt: linked_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
    })),
    hasPassword: await hasPassword(ctx, uid),
  };
}

/** Unlinks one of the caller's identities. Throws not_found, or last_sign_in if there would be no way to sign in. */
export function unlinkIdentity(
  ctx: Context,
  uid: string,
  id: string,
  client: ActingClient,
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const unlinked = await deleteIdentity(ctx, {
      id,
      uid,
      hasPassword: await hasPassword(ctx, uid, { lock: true }),
    });
    if (!unlinked)
      throw new Problem(
        (await hasIdentity(ctx, {
          id,
          uid,
        }))
          ? "last_sign_in"
          : "not_found",
      );
    await withdrawInstitutionMarks(ctx, {
      uid,
      providerId: unlinked.provider_id,
    });
    await recordAccountEvents(ctx, {
      uid,
      kind: "institution-unlinked",
      client,
      reason: unlinked.provider_id,
    });
  });
}

/** Informs the owner of an account that people can now sign in to it at an institution. */
export async function emailIdentityLinked(
  ctx: InTransaction,
  uid: string,
  providerId: string,
): Promise<void> {
  const provider = await findProvider(ctx, providerId);
  if (!provider) return;
  await emailOwner(ctx, uid, (recipient) =>
    composeEmail(recipient, {
      subject: message("You can now sign in to {community} at your institution"),
      paragraphs: [
        message(
          "Your account is now linked with your account at {provider}. You can sign in there.",
        ),
        message(
          "If that wasn't you, unlink it in Settings → Account, choose a new password and sign out everywhere.",
        ),
      ],
      values: {
        community: ctx.community.name,
        provider: provider.name,
      },
    }),
  );
}

const linkedIdentity: AccountAccessKind = {
  name: "linked-identity",
  // Sessions that began at an institution end with the others, and with the institution.
  tables: ["linked_identity", "provider_session"],
  endings: {
    "email-undo": "lately",
    "password-reset": "lately",
    "password-change": "stays",
    "sign-out-everywhere": "stays",
    suspension: "refused",
    deletion: "stays",
  },
  notified: "e-mail",
  endAll: unlinkAddedAfter,
  shown: {
    noun: message("Institution", {
      comment: "In a list of what signs in to an account: a university or company.",
    }),
    list: async (ctx, uid) =>
      (await findOwnIdentities(ctx, uid)).map(({ id, name, email, linked_at, last_used_at }) => ({
        id,
        name: email === null ? name : `${name}, ${email}`,
        since: linked_at,
        lastUsedAt: last_used_at,
      })),
    end: (ctx, { uid }, id, client) => unlinkIdentity(ctx, uid, id, client),
    endIsConfirmed: true,
  },
};

/** The identity with which an account was created is not one that someone added. */
async function unlinkAddedAfter(
  ctx: InTransaction,
  { uid, addedAfter, client, reason }: EndedAccess,
): Promise<void> {
  for (const { provider_id: providerId } of await deleteIdentitiesLinkedAfter(
    ctx,
    uid,
    addedAfter,
  )) {
    await withdrawInstitutionMarks(ctx, {
      uid,
      providerId,
    });
    await recordAccountEvents(ctx, {
      uid,
      kind: "institution-unlinked",
      client,
      reason: `${providerId}: ${reason}`,
    });
  }
}

const pendingSignIn: AccountAccessKind = {
  name: "pending-sign-in",
  tables: ["pending_sign_in", "unconfirmed_identity"],
  endings: {
    "email-undo": "all",
    "password-reset": "all",
    "password-change": "all",
    "sign-out-everywhere": "all",
    suspension: "all",
    deletion: "all",
  },
  notified: "none: what it completes is mailed",
  unconfirmedBecause:
    "it is a part of a proof; the link that it completes is confirmed before it starts",
  endAll: (ctx, { uid }) => deletePendingSignInsOf(ctx, uid),
};

/** Access to an account that this module's tables grant. */
export const signInProviderAccess: readonly AccountAccessKind[] = [linkedIdentity, pendingSignIn];
