import { message } from "@commonlane/contract/message";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import { removeOwnPasskey } from "../passkeys/own-passkeys.ts";
import { findPasskeys } from "../passkeys/passkeys.store.ts";
import { isSecondFactorRequired } from "../second-factor/needed-factor.ts";
import {
  removeAuthenticatorApp,
  removePasskeys,
  turnOffSecondFactor,
} from "../second-factor/second-factor.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { endOwnSessionById, SESSIONS_SHOWN_MAX } from "../sessions/own-sessions.ts";
import { findActiveSessions } from "../sessions/sessions.store.ts";
import { deleteKnownDevices } from "../sign-in/known-devices.ts";
import {
  deletePendingCodes,
  findAppSince,
  findPasswordSince,
  voidPassword,
} from "./access.store.ts";

const password: AccountAccessKind = {
  name: "password",
  tables: ["account"],
  endings: {
    "email-undo": "all",
    "password-reset": "stays",
    "password-change": "stays",
    "sign-out-everywhere": "stays",
    suspension: "refused",
    deletion: "stays",
  },
  notified: "e-mail about the new password",
  unconfirmedBecause: "it asks for the old password, or for a code that was mailed to the address",
  endAll: (ctx, { uid }) => voidPassword(ctx, uid),
  shown: {
    noun: message("Password", { comment: "In a list of what signs in to an account." }),
    list: async (ctx, uid) => {
      const row = await findPasswordSince(ctx, uid);
      return row
        ? [
            {
              id: uid,
              name: null,
              since: row.password_set_at,
              lastUsedAt: null,
            },
          ]
        : [];
    },
  },
};

const session: AccountAccessKind = {
  name: "session",
  tables: ["session"],
  endings: {
    "email-undo": "all",
    "password-reset": "all",
    "password-change": "all",
    "sign-out-everywhere": "all",
    suspension: "all",
    deletion: "all",
  },
  notified: "none: each sign-in is in the account's history",
  unconfirmedBecause: "signing in is the proof",
  endAll: (ctx, { uid, exceptSessionId, reason, client }) =>
    endSessions(ctx, {
      uid,
      reason,
      client,
      ...(exceptSessionId !== undefined && { exceptSessionId }),
    }),
  shown: {
    noun: message("Signed-in device", { comment: "In a list of what signs in to an account." }),
    list: async (ctx, uid) =>
      (await findActiveSessions(ctx, uid, SESSIONS_SHOWN_MAX)).map(
        ({ id, device, created_at, rotated_at }) => ({
          id,
          name: device,
          since: created_at,
          lastUsedAt: rotated_at,
          sessionId: id,
        }),
      ),
    end: endOwnSessionById,
  },
};

const knownDevice: AccountAccessKind = {
  name: "known-device",
  tables: ["known_device"],
  endings: {
    "email-undo": "all",
    "password-reset": "all",
    "password-change": "all",
    "sign-out-everywhere": "stays",
    suspension: "stays",
    deletion: "stays",
  },
  notified: "none: it only has attempts of its own at the password",
  unconfirmedBecause: "signing in is the proof",
  endAll: (ctx, { uid, exceptDevices }) => deleteKnownDevices(ctx, uid, exceptDevices),
};

const passkey: AccountAccessKind = {
  name: "passkey",
  tables: ["passkey"],
  endings: {
    "email-undo": "lately",
    "password-reset": "lately",
    "password-change": "stays",
    "sign-out-everywhere": "stays",
    suspension: "refused",
    deletion: "stays",
  },
  notified: "e-mail",
  // For those who must have a second factor, a passkey is one, and who reads their e-mail must not remove it.
  endAll: async (ctx, { uid, ending, addedAfter, client }) => {
    const isFactorThatStays =
      ending === "password-reset" && (await isSecondFactorRequired(ctx, uid));
    if (!isFactorThatStays)
      await removePasskeys(ctx, uid, {
        addedAfter,
        client,
      });
  },
  shown: {
    noun: message("Passkey", { comment: "In a list of what signs in to an account." }),
    list: async (ctx, uid) =>
      (await findPasskeys(ctx, uid)).map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        since: created_at,
        lastUsedAt: last_used_at,
      })),
    end: removeOwnPasskey,
    endIsConfirmed: true,
  },
};

const authenticatorApp: AccountAccessKind = {
  name: "authenticator-app",
  tables: ["authenticator_app", "recovery_code"],
  endings: {
    "email-undo": "lately",
    // Who reads the owner's e-mail must not get past it.
    "password-reset": "stays",
    "password-change": "stays",
    "sign-out-everywhere": "stays",
    suspension: "refused",
    deletion: "stays",
  },
  notified: "e-mail",
  endAll: (ctx, { uid, addedAfter, client }) =>
    removeAuthenticatorApp(ctx, uid, {
      addedAfter,
      client,
    }),
  shown: {
    noun: message("Authenticator app", { comment: "In a list of what signs in to an account." }),
    list: async (ctx, uid) => {
      const app = await findAppSince(ctx, uid);
      return app
        ? [
            {
              id: uid,
              name: null,
              since: app.confirmed_at,
              lastUsedAt: null,
            },
          ]
        : [];
    },
    end: (ctx, caller, _, client) => turnOffSecondFactor(ctx, caller, client),
    endIsConfirmed: true,
  },
};

const pendingCode: AccountAccessKind = {
  name: "pending-code",
  tables: ["one_time_code", "passkey_challenge", "email_link"],
  endings: {
    "email-undo": "all",
    "password-reset": "all",
    "password-change": "all",
    "sign-out-everywhere": "all",
    suspension: "all",
    deletion: "all",
  },
  notified: "the code or link is mailed to the address that it proves",
  unconfirmedBecause: "it is a part of a proof; what it completes is confirmed or mailed",
  // Links stay: the one that undoes a change is the owner's way back.
  endAll: (ctx, { uid }) => deletePendingCodes(ctx, uid),
};

/** Access to an account that this module's tables grant. */
export const accountAccessKinds: readonly AccountAccessKind[] = [
  password,
  session,
  knownDevice,
  passkey,
  authenticatorApp,
  pendingCode,
];
