import * as z from "zod/mini";
import { Email, Otp, Password, SecondFactorCode, Session } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { translatable } from "./message.ts";
import { LastName, PersonName } from "./person-names.ts";
import { Bytes, Id, SuccessReply, withDefault } from "./shapes.ts";

/*
 * Sign-in at an institution, such as a university, by OpenID Connect. The provider sends the browser to a page of the
 * web app, which passes its answer on; so the cookies that bind a sign-in to its browser need no exception for other
 * sites.
 */

/** Part of the addresses that are registered with the provider, so it never changes. */
export const ProviderId = z
  .string()
  .check(
    z.regex(
      /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/,
      translatable("Use lower-case letters, digits and hyphens."),
    ),
  );

/** Page of the web app to which the provider sends the browser; each provider has one of its own. */
export function callbackPath(providerId: string): string {
  return `/sign-in/${providerId}/callback`;
}

/** The answer of the provider: the part of the address after the question mark. */
const ProviderAnswer = z.string().check(z.minLength(1), z.maxLength(4096));

/** Where the web app goes after the sign-in: a path of its own. */
const ReturnTo = z.nullable(z.string().check(z.maxLength(500)));

/** What the browser has to do after the provider has identified a person. */
export const SignInOutcome = z.object({
  /**
   * `signed-in`; `code`: the account asks for a code of its authenticator app; `new-account`: there is no account yet;
   * `password`: an account has the verified e-mail address, and its password links it; `link`: the signed-in caller
   * confirms the link; `email`: the provider does not vouch for an address, so the person confirms one with a code.
   */
  step: z.enum(["signed-in", "code", "new-account", "password", "link", "email"]),
  session: z.nullable(Session),
  returnTo: z.nullable(z.string()),
  /** What the provider says about the person, for `new-account`, `password`, `link` and `email`. */
  person: z.nullable(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.nullable(z.string()),
    }),
  ),
});
export type SignInOutcome = z.infer<typeof SignInOutcome>;

/** An account of the caller at a provider. */
export const LinkedIdentity = z.object({
  id: Id,
  providerId: ProviderId,
  providerName: z.string(),
  hasLogo: z.boolean(),
  /** Address that the provider reported last. */
  email: z.nullable(z.string()),
  linkedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});
export type LinkedIdentity = z.infer<typeof LinkedIdentity>;

const SignInStart = z.object({ url: z.string() });
const SignedIn = z.object({
  session: Session,
  returnTo: z.nullable(z.string()),
});
const params = z.object({ providerId: ProviderId });

export const signInProviders = {
  logo: endpoint({
    summary: "Get the logo of a provider",
    method: "GET",
    path: "/identity/providers/:providerId/logo",
    access: "public",
    availableWhenClosed: true,
    params,
    reply: Bytes,
    file: "image/png",
    noStore: true,
    problems: ["not_found"],
  }),
  start: endpoint({
    summary: "Start a sign-in at a provider; the reply has the address to open",
    method: "POST",
    path: "/identity/providers/:providerId/start",
    access: "public",
    availableWhenClosed: true,
    params,
    body: z.object({ returnTo: withDefault(ReturnTo, null) }),
    reply: SignInStart,
    limits: [{ by: "address", count: 60, perS: 300 }],
    problems: ["not_found", "provider_unavailable"],
  }),
  startLink: endpoint({
    summary:
      "Start to link the caller's account with a provider; the reply has the address to open",
    method: "POST",
    path: "/identity/providers/:providerId/start-link",
    access: "signed-in",
    confirmed: true,
    params,
    body: z.object({ returnTo: withDefault(ReturnTo, null) }),
    reply: SignInStart,
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: ["not_found", "provider_unavailable"],
  }),
  finish: endpoint({
    summary:
      "Check the answer of a provider, once, in the browser that started; sign in or say what is missing",
    method: "POST",
    path: "/identity/providers/:providerId/finish",
    access: "public",
    availableWhenClosed: true,
    params,
    body: z.object({ answer: ProviderAnswer }),
    reply: SignInOutcome,
    limits: [{ by: "address", count: 60, perS: 300 }],
    problems: ["sign_in_over", "sign_in_refused", "provider_unavailable", "account_suspended"],
  }),
  /** For accounts with an authenticator app. */
  finishWithCode: endpoint({
    summary:
      "Sign in the person whom a provider has just identified in this browser, with a code of the app",
    method: "POST",
    path: "/identity/providers/finish-with-code",
    access: "public",
    availableWhenClosed: true,
    body: z.object({ code: SecondFactorCode }),
    reply: SignedIn,
    limits: [{ by: "address", count: 30, perS: 600 }],
    problems: ["sign_in_over", "code_wrong", "account_suspended", "too_many"],
  }),
  /** For people whose provider does not vouch for an address. */
  sendEmailCode: endpoint({
    summary:
      "Mail a code to an address of the person whom a provider has just identified in this browser",
    method: "POST",
    path: "/identity/providers/send-email-code",
    access: "public",
    body: z.object({ email: Email }),
    reply: SuccessReply,
    limits: [{ by: "address", count: 30, perS: 600 }],
    problems: ["sign_in_over", "institution_sign_in", "email_domain_closed", "too_many"],
  }),
  confirmEmail: endpoint({
    summary: "Confirm that address with the code, and say what is missing",
    method: "POST",
    path: "/identity/providers/confirm-email",
    access: "public",
    body: z.object({ email: Email, otp: Otp }),
    reply: SignInOutcome,
    limits: [{ by: "address", count: 60, perS: 600 }],
    problems: ["sign_in_over", "code_wrong", "too_many"],
  }),
  createAccount: endpoint({
    summary: "Create an account for the person whom a provider has just identified in this browser",
    method: "POST",
    path: "/identity/providers/create-account",
    access: "public",
    /** The person confirms both in the form. */
    body: z.object({
      firstName: PersonName,
      lastName: LastName,
      isAdult: z.literal(true),
      acceptsTerms: z.literal(true),
      inviteCode: z.optional(z.string().check(z.maxLength(40))),
    }),
    reply: SignedIn,
    status: 201,
    limits: [{ by: "address", count: 30, perS: 600 }],
    problems: [
      "sign_in_over",
      "invalid_input",
      "email_taken",
      "email_domain_closed",
      "invite_needed",
      "invite_wrong",
      "account_suspended",
    ],
  }),
  linkWithPassword: endpoint({
    summary:
      "Link the identity of this browser with the account of its e-mail address, with the account's password",
    method: "POST",
    path: "/identity/providers/link-with-password",
    access: "public",
    body: z.object({
      password: Password,
      code: z.optional(SecondFactorCode),
    }),
    reply: SignedIn,
    limits: [{ by: "address", count: 30, perS: 600 }],
    problems: [
      "sign_in_over",
      "password_wrong",
      "second_factor_needed",
      "passkey_needed",
      "code_wrong",
      "account_suspended",
      "identity_taken",
      "too_many",
    ],
  }),
  confirmLink: endpoint({
    summary: "Link the caller's account with the identity of this browser",
    method: "POST",
    path: "/identity/providers/confirm-link",
    access: "signed-in",
    reply: SuccessReply,
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: ["sign_in_over", "identity_taken"],
  }),
  linked: endpoint({
    summary: "List the caller's accounts at providers, and whether the caller has a password",
    method: "GET",
    path: "/identity/linked-identities",
    access: "signed-in",
    reply: z.object({
      items: z.array(LinkedIdentity),
      hasPassword: z.boolean(),
    }),
  }),
  unlink: endpoint({
    summary: "Unlink an account at a provider, unless it is the last way to sign in",
    method: "DELETE",
    path: "/identity/linked-identities/:identityId",
    access: "signed-in",
    confirmed: true,
    params: z.object({ identityId: Id }),
    reply: SuccessReply,
    problems: ["not_found", "last_sign_in"],
  }),
};
