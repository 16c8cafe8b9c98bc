import * as z from "zod/mini";
import { Password, SecondFactorCode } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { PasskeyResponse } from "./passkeys.ts";
import { SuccessReply } from "./shapes.ts";

/** How the caller's account is protected besides the password. */
export const SecondFactorStatus = z.object({
  /** When the authenticator app was set up; null without one. */
  authenticatorAppSince: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
  passkeyCount: z.int(),
  /** This session has shown an authenticator code, a recovery code or a passkey. */
  shownInSession: z.boolean(),
  /** The community requires a second factor of the caller, who is a moderator or administrator. */
  required: z.boolean(),
  /** False for accounts that only sign in at an institution or with passkeys. */
  hasPassword: z.boolean(),
});
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>;

/** Readable once; stored as hashes. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const limits = [{ by: "account", count: 60, perS: 3600 }] as const;

export const secondFactor = {
  status: endpoint({
    summary: "Get how the caller's account is protected besides the password",
    method: "GET",
    path: "/identity/second-factor",
    access: "signed-in",
    reply: SecondFactorStatus,
  }),
  /**
   * Counts for the session for CONFIRMATION_VALID_S. An account with a second factor confirms with a passkey, or with the
   * password and a code unless the session has shown one. Without a password, the caller must have signed in at an
   * institution just before.
   */
  confirm: endpoint({
    summary: "Confirm that the caller owns the account, before changes to its sign-in",
    method: "POST",
    path: "/identity/confirm",
    access: "signed-in",
    body: z.object({
      password: z.optional(Password),
      code: z.optional(SecondFactorCode),
      passkey: z.optional(PasskeyResponse),
    }),
    reply: SuccessReply,
    limits,
    problems: [
      "password_wrong",
      "sign_in_again",
      "code_wrong",
      "passkey_wrong",
      "passkeys_unavailable",
      "second_factor_needed",
      "passkey_needed",
      "too_many",
    ],
  }),
  /** Replaces the key of a set-up that was not finished. */
  setUp: endpoint({
    summary: "Start to set up an authenticator app",
    method: "POST",
    path: "/identity/second-factor/set-up",
    access: "signed-in",
    confirmed: true,
    /** The key in base32, and as the address in the QR code. */
    reply: z.object({
      key: z.string(),
      url: z.string(),
    }),
    limits,
    problems: ["second_factor_on"],
  }),
  /** Also ends all other sessions. */
  turnOn: endpoint({
    summary: "Finish the set-up with a code of the authenticator app; returns recovery codes",
    method: "POST",
    path: "/identity/second-factor/turn-on",
    access: "signed-in",
    confirmed: true,
    body: z.object({ code: SecondFactorCode }),
    reply: RecoveryCodes,
    limits,
    problems: ["code_wrong", "second_factor_on", "too_many"],
  }),
  turnOff: endpoint({
    summary: "Remove the authenticator app and the recovery codes",
    method: "DELETE",
    path: "/identity/second-factor",
    access: "signed-in",
    confirmed: true,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  renewRecoveryCodes: endpoint({
    summary: "Replace the recovery codes",
    method: "POST",
    path: "/identity/second-factor/recovery-codes",
    access: "signed-in",
    confirmed: true,
    reply: RecoveryCodes,
    limits,
    problems: ["not_found"],
  }),
};
