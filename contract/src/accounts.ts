import { translatable } from "./message.ts";
import * as z from "zod/mini";
import { DisplayName } from "./person-names.ts";
import { EmailAddress } from "./email-address.ts";
import { endpoint } from "./endpoint.ts";
import { CODE_LENGTH, PASSWORD_MAX_LENGTH } from "./limits.ts";
import { passwordMessages } from "./password.ts";
import { anyDigits, Id } from "./shapes.ts";

/** An e-mail address as typed; stored and compared in lower case, with its domain in ASCII. */
export const Email = z.pipe(
  EmailAddress,
  z.transform((email) => email.toLowerCase()),
);
const maxLength = z.maxLength(PASSWORD_MAX_LENGTH, passwordMessages.refused);
export const Password = z.string().check(z.minLength(1, passwordMessages.missing), maxLength);

export const Otp = z
  .string()
  .check(
    anyDigits(),
    z.trim(),
    z.regex(
      new RegExp(`^\\d{${CODE_LENGTH}}$`),
      translatable("Please enter the complete 6-digit code"),
    ),
  );
/** Six digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const SecondFactorCode = z
  .string()
  .check(
    anyDigits(),
    z.trim(),
    z.minLength(1, translatable("Please enter the code.")),
    z.maxLength(40),
  );
/** Checked here only for presence and a length that is safe to hash; password.ts has the rules. */
export const NewPassword = z
  .string()
  .check(z.minLength(1, translatable("Please enter a new password")), maxLength);

/** Secret of a client that has verified a code: 256 random bits. */
export const VerificationProof = z.string().check(z.regex(/^[\w-]{43}$/));

/** Claims of an ID token. */
export const User = z.object({
  uid: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.nullable(z.string()),
});
export type User = z.infer<typeof User>;

export const Session = z.object({
  idToken: z.string(),
  expiresAt: z.iso.datetime(),
  user: User,
  /** Position in the live events before the session's first call: a tab that loads its data later begins here. */
  liveSeq: z.optional(z.string().check(z.maxLength(60))),
  /** True if this sign-in cancelled the deletion of the account. */
  deletionCancelled: z.optional(z.boolean()),
});
export type Session = z.infer<typeof Session>;

/** Required to join a community that is invite-only. */
export const InviteCode = z.optional(z.string().check(z.maxLength(40), anyDigits()));

const Credentials = z.object({
  email: Email,
  password: Password,
});

export const accounts = {
  signUp: endpoint({
    summary:
      "Create an account; its e-mail is verified if this client confirmed a registration code",
    description:
      "The client proves that it verified a code in the last 30 minutes: with the `proof` in the reply of `POST /auth/verify-registration-otp`, or with the cookie that it set. Otherwise `user.emailVerified` is false, and the account cannot sign in before its address is verified by a link (`POST /auth/resend-verification`).",
    method: "POST",
    path: "/identity/sign-up",
    access: "public",
    cookies: {
      reads: ["commonlane_proven"],
      sets: ["commonlane_refresh"],
    },
    captcha: "sign-up",
    body: z.extend(Credentials, {
      displayName: DisplayName,
      inviteCode: InviteCode,
      proof: z.optional(VerificationProof),
    }),
    reply: Session,
    status: 201,
    limits: [{ by: "address", count: 30, perS: 600 }],
    problems: [
      "email_taken",
      "password_weak",
      "invalid_input",
      "email_domain_closed",
      "invite_needed",
      "invite_wrong",
      "institution_sign_in",
    ],
  }),
  signIn: endpoint({
    summary: "Sign in; the refresh token is set as a cookie",
    method: "POST",
    path: "/identity/sign-in",
    access: "public",
    cookies: {
      reads: ["commonlane_refresh"],
      sets: ["commonlane_refresh"],
    },
    availableWhenClosed: true,
    /** `code` is needed only if the account has an authenticator app; the refusal without it says so. */
    body: z.extend(Credentials, { code: z.optional(SecondFactorCode) }),
    reply: Session,
    limits: [{ by: "address", count: 60, perS: 300 }],
    problems: [
      "credentials_wrong",
      "email_unverified",
      "account_suspended",
      "second_factor_needed",
      "passkey_needed",
      "code_wrong",
      "too_many",
      "institution_sign_in",
    ],
  }),
  refresh: endpoint({
    summary: "Refresh the ID token and the refresh cookie",
    method: "POST",
    path: "/identity/refresh",
    access: "public",
    cookies: {
      reads: ["commonlane_refresh"],
      sets: ["commonlane_refresh"],
    },
    availableWhenClosed: true,
    reply: Session,
    limits: [{ by: "address", count: 600, perS: 300 }],
    problems: ["session_ended", "account_suspended"],
  }),
  signOut: endpoint({
    summary: "End the session of the refresh cookie",
    method: "POST",
    path: "/identity/sign-out",
    access: "public",
    cookies: { reads: ["commonlane_refresh"] },
    availableWhenClosed: true,
    /** The address that also ends the session at the institution where this one began. */
    reply: z.object({
      success: z.boolean(),
      providerSignOutUrl: z.optional(z.string()),
    }),
  }),
  openIdConfiguration: endpoint({
    summary: "OpenID Connect discovery",
    method: "GET",
    path: "/identity/.well-known/openid-configuration",
    access: "public",
    availableWhenClosed: true,
    reply: z.object({
      issuer: z.string(),
      jwks_uri: z.string(),
      subject_types_supported: z.array(z.string()),
      id_token_signing_alg_values_supported: z.array(z.string()),
      claims_supported: z.array(z.string()),
    }),
  }),
  keys: endpoint({
    summary: "Public keys that verify ID tokens",
    method: "GET",
    path: "/identity/.well-known/jwks.json",
    access: "public",
    availableWhenClosed: true,
    reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  }),
};
