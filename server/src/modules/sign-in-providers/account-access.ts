import { message } from "@commonlane/contract/message";
import { recordAccountEvents } from "#modules/accounts/index.ts";
import { withdrawInstitutionMarks } from "#modules/trust-marks/index.ts";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import type { EndedAccess } from "#platform/account-access/access-kind.ts";
import type { InTransaction } from "#platform/context.ts";
import { unlinkIdentity } from "./linked-identities.ts";
import { deleteIdentitiesLinkedAfter, findOwnIdentities } from "./linked-identities.store.ts";
import { deletePendingSignInsOf } from "./pending-sign-ins.store.ts";

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

/** The identity with which an account was created is not one that somebody added. */
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
