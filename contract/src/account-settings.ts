import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Email, NewPassword, Otp, Password } from "./accounts.ts";
import { SuccessReply, Id, withDefault } from "./shapes.ts";

/** An active session of the caller. */
export const OwnSession = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  /** Time of the latest ID token refresh: at most an hour ago while the session is in use. */
  lastUsedAt: z.iso.datetime(),
  /** True for the session that makes this call. */
  current: z.boolean(),
  /** Coarse description, such as "Chrome on Linux". */
  device: z.nullable(z.string()),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** An entry in the caller's account history. */
export const AccountEvent = z.object({
  id: Id,
  kind: z.enum([
    "signed-up",
    "signed-in",
    "sign-in-failed",
    "password-changed",
    "email-changed",
    "session-ended",
    "institution-linked",
    "institution-unlinked",
    "suspended",
    "deletion-asked",
    "deletion-undone",
    "data-exported",
    "passkey-added",
    "passkey-removed",
    "second-factor-on",
    "second-factor-off",
    "recovery-code-used",
    "recovery-codes-renewed",
  ]),
  at: z.iso.datetime(),
  /** Network of the caller, such as "192.0.2.0/24"; null if there was no caller. */
  network: z.nullable(z.string()),
  device: z.nullable(z.string()),
  sessionId: z.nullable(Id),
  /** Details that the kind does not express. */
  reason: z.nullable(z.string()),
});
export type AccountEvent = z.infer<typeof AccountEvent>;

/** Settings of the caller's own account. */
export const accountSettings = {
  /** The 100 sessions used last. */
  sessions: endpoint({
    summary: "List the caller's sessions",
    method: "GET",
    path: "/identity/sessions",
    access: "signed-in",
    reply: z.object({ items: z.array(OwnSession) }),
  }),
  endSession: endpoint({
    summary: "End one of the caller's sessions",
    method: "DELETE",
    path: "/identity/sessions/:sessionId",
    access: "signed-in",
    params: z.object({ sessionId: Id }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  signOutEverywhere: endpoint({
    summary: "End all of the caller's sessions, or all but this one",
    method: "POST",
    path: "/identity/sign-out-everywhere",
    access: "signed-in",
    body: z.object({ keepCurrent: withDefault(z.boolean(), false) }),
    reply: z.object({
      success: z.boolean(),
      ended: z.int(),
    }),
  }),
  /** Also ends all other sessions. */
  changePassword: endpoint({
    summary: "Change the password; requires the current one",
    method: "POST",
    path: "/identity/change-password",
    access: "signed-in",
    body: z.object({
      currentPassword: Password,
      newPassword: NewPassword,
    }),
    reply: SuccessReply,
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: ["password_wrong", "password_weak", "too_many"],
  }),
  changeEmail: endpoint({
    summary: "Send a code to the caller's new e-mail address",
    method: "POST",
    path: "/identity/change-email",
    access: "signed-in",
    captcha: "email-change",
    /** The password can be left out after a confirmation with a passkey. */
    body: z.object({
      password: z.optional(Password),
      newEmail: Email,
    }),
    reply: SuccessReply,
    limits: [{ by: "account", count: 20, perS: 3600 }],
    problems: [
      "password_wrong",
      "confirmation_needed",
      "invalid_input",
      "too_many",
      "email_domain_closed",
    ],
  }),
  /**
   * ID tokens contain the new e-mail from the next refresh on. A change back to an address that can still undo one is
   * that undo: it ends all sessions and resets the password, as the message says.
   */
  confirmEmailChange: endpoint({
    summary: "Confirm the new e-mail address with its code",
    method: "POST",
    path: "/identity/confirm-email-change",
    access: "signed-in",
    body: z.object({ newEmail: Email, otp: Otp }),
    reply: SuccessReply,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["code_wrong", "email_taken", "too_many"],
  }),
  /** For the owner of the former address: also ends all sessions and resets the password. */
  undoEmailChange: endpoint({
    summary: "Undo an e-mail change with the token sent to the former address",
    method: "POST",
    path: "/identity/undo-email-change",
    access: "public",
    body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
    reply: SuccessReply,
    limits: [{ by: "address", count: 60, perS: 600 }],
    problems: ["link_over", "email_taken"],
  }),
  accountEvents: endpoint({
    summary: "List the last 50 events of the caller's account, newest first",
    method: "GET",
    path: "/identity/account-events",
    access: "signed-in",
    reply: z.object({ items: z.array(AccountEvent) }),
  }),
};
