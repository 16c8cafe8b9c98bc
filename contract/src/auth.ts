import * as z from "zod/mini";
import { endpoint, type RateLimit } from "./endpoint.ts";
import {
  Email,
  InviteCode,
  NewPassword,
  Otp,
  Password,
  User,
  VerificationProof,
} from "./accounts.ts";
import { PASSWORD_MAX_LENGTH } from "./limits.ts";
import { DisplayName, LastName, PersonName } from "./person-names.ts";
import { Phone, Profile } from "./profiles.ts";
import { SuccessReply, Id, withDefault } from "./shapes.ts";

/**
 * Reply shape that the specification fixes for codes and links: either a message or an error. Another backend may send
 * the error alone.
 */
const AuthResult = z.object({
  success: withDefault(z.boolean(), false),
  message: z.optional(z.string()),
  error: z.optional(z.string()),
});
/** The proof that this client verified the address; sign-up takes it, so that no cookie is needed. */
const VerifiedCode = z.extend(AuthResult, { proof: z.optional(VerificationProof) });
const emailLimits: RateLimit[] = [
  {
    by: "address",
    count: 30,
    perS: 3600,
  },
];

export const auth = {
  sendRegistrationCode: endpoint({
    summary: "Send a registration code by e-mail",
    method: "POST",
    path: "/auth/send-registration-otp",
    access: "public",
    cookies: {
      reads: ["commonlane_asked"],
      sets: ["commonlane_asked"],
    },
    captcha: "registration-code",
    /** Password and name are validated here, before the user waits for a code. */
    body: z.object({
      email: Email,
      inviteCode: InviteCode,
      password: z.optional(Password),
      displayName: DisplayName,
    }),
    reply: AuthResult,
    limits: emailLimits,
    problems: [
      "too_many",
      "password_weak",
      "email_domain_closed",
      "invite_needed",
      "invite_wrong",
      "institution_sign_in",
    ],
  }),
  verifyRegistrationCode: endpoint({
    summary: "Verify an e-mail address with a registration code",
    description:
      "Only the client that verified the code can sign up with it, within 30 minutes. It proves that with the `proof` of the reply, in the body of `POST /identity/sign-up`, or with the cookie `commonlane_proven`.",
    method: "POST",
    path: "/auth/verify-registration-otp",
    access: "public",
    cookies: {
      reads: ["commonlane_asked"],
      sets: ["commonlane_proven"],
    },
    body: z.object({ email: Email, otp: Otp }),
    reply: VerifiedCode,
    limits: [{ by: "address", count: 60, perS: 600 }],
    problems: ["code_wrong"],
  }),
  /** Profile of a new account; the token identifies the user. */
  register: endpoint({
    summary: "Register the profile of a new account, and declare to be 18 or older",
    description:
      "By registering, the user confirms to be 18 or older and agrees to the terms of use and the privacy policy; the client must show that where the user registers. A repeated call only fills in what is missing.",
    method: "POST",
    path: "/firebase-auth/register",
    access: "public",
    needsIdToken: true,
    body: z.object({
      name: DisplayName,
      email: Email,
      phone: Phone,
      password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX_LENGTH))),
      firstName: PersonName,
      lastName: LastName,
      gender: withDefault(z.enum(["male", "female"]), "male"),
    }),
    reply: z.object({
      success: z.boolean(),
      uid: Id,
    }),
    status: 201,
    limits: [{ by: "address", count: 30, perS: 600 }],
    problems: ["signed_out", "not_yours", "invalid_input"],
  }),
  logIn: endpoint({
    summary: "Report a sign-in and get the profile",
    method: "POST",
    path: "/firebase-auth/login",
    access: "public",
    availableWhenClosed: true,
    body: z.object({ idToken: z.string().check(z.minLength(1), z.maxLength(4096)) }),
    reply: z.object({ user: User, profile: Profile }),
    limits: [{ by: "address", count: 300, perS: 300 }],
    problems: ["signed_out", "email_unverified"],
  }),
  /** The reply does not reveal whether the address has an account; the owner of the address is informed by e-mail. */
  sendPasswordResetCode: endpoint({
    summary: "Send a password reset code by e-mail",
    method: "POST",
    path: "/auth/send-forgot-password-email-otp",
    access: "public",
    cookies: {
      reads: ["commonlane_asked"],
      sets: ["commonlane_asked"],
    },
    captcha: "password-reset-code",
    body: z.object({ email: Email }),
    reply: AuthResult,
    limits: emailLimits,
    problems: ["too_many"],
  }),
  resetPassword: endpoint({
    summary: "Reset the password with a code; ends all sessions of the account",
    method: "POST",
    path: "/auth/reset-password",
    access: "public",
    cookies: { reads: ["commonlane_asked"] },
    body: z.object({
      email: Email,
      otp: Otp,
      newPassword: NewPassword,
    }),
    reply: AuthResult,
    limits: [{ by: "address", count: 60, perS: 600 }],
    problems: ["code_wrong", "password_weak", "too_many"],
  }),
  /** The caller may be unverified: signing up without a code leaves accounts unverified. */
  sendEmailVerification: endpoint({
    summary: "Send the caller a verification link",
    method: "POST",
    path: "/firebase-auth/send-email-verification",
    access: "public",
    needsIdToken: true,
    captcha: "email-verification",
    reply: SuccessReply,
    limits: emailLimits,
    problems: ["signed_out", "too_many"],
  }),
  /** The reply is the same for any address. */
  resendVerification: endpoint({
    summary: "Send a verification link to an e-mail address",
    method: "POST",
    path: "/auth/resend-verification",
    access: "public",
    captcha: "resend-verification",
    body: z.object({ email: Email }),
    reply: AuthResult,
    limits: emailLimits,
    problems: ["too_many"],
  }),
  /** Repeatable while the link is valid: checking a link does not consume it. */
  verifyEmail: endpoint({
    summary: "Verify an e-mail address with the token of a link",
    method: "GET",
    path: "/auth/verify-email",
    access: "public",
    query: z.object({ token: z.optional(z.string().check(z.maxLength(200))) }),
    reply: AuthResult,
    limits: [{ by: "address", count: 120, perS: 600 }],
  }),
};
