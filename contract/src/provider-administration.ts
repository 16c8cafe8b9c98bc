import * as z from "zod/mini";
import { EmailDomain } from "./community-admin.ts";
import { endpoint } from "./endpoint.ts";
import { EMAIL_DOMAINS_MAX } from "./limits.ts";
import { translatable } from "./message.ts";
import { filledText, SuccessReply } from "./shapes.ts";
import { ProviderId } from "./sign-in-providers.ts";

export const SIGN_IN_PROVIDERS_MAX = 50;

const Issuer = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500),
    z.regex(
      /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)(?:\/[^\s?#]*)?$/i,
      translatable("Enter an address that starts with https://."),
    ),
  );

/** What a first sign-in and each later one bring along. */
export const Scopes = z
  .string()
  .check(
    z.trim(),
    z.maxLength(300),
    z.regex(
      /^openid(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/,
      translatable("Start with openid; put one space between scopes."),
    ),
  );

/** A small PNG as a data URL. The console makes it from any picture. */
const ProviderLogo = z
  .string()
  .check(z.maxLength(40_000), z.regex(/^data:image\/png;base64,iVBORw0KGgo[A-Za-z\d+/]+={0,2}$/));

const providerFields = {
  /** Shown on the button. */
  name: filledText(60),
  logo: z.nullable(ProviderLogo),
  issuer: Issuer,
  clientId: z
    .string()
    .check(z.trim(), z.minLength(1, translatable("Please enter something.")), z.maxLength(500)),
  scopes: Scopes,
  /** People with addresses at these domains, including subdomains, sign in here and not with a password. */
  emailDomains: z.array(EmailDomain).check(z.maxLength(EMAIL_DOMAINS_MAX)),
  /** Whether addresses count as verified if the provider does not say so, as with some that never do. */
  trustsEmail: z.boolean(),
  enabled: z.boolean(),
} as const;

/** A provider as administrators see it. Its secret is never returned. */
export const SignInProvider = z.object({
  id: ProviderId,
  ...providerFields,
  hasSecret: z.boolean(),
  /** Accounts that are linked with it. */
  linkedAccounts: z.int(),
  /** People who are signed in and did so here. */
  signedIn: z.int(),
  /** Addresses to register with the provider. */
  addresses: z.object({
    callback: z.string(),
    afterSignOut: z.string(),
    backChannelSignOut: z.string(),
  }),
});
export type SignInProvider = z.infer<typeof SignInProvider>;

const ClientSecret = z.string().check(z.maxLength(1000));
/**
 * Without `clientSecret`, the stored secret is kept; null removes it, for a client that has none. With `endsSessions`, a
 * provider that is disabled signs out the people who signed in there.
 */
export const ProviderChange = z.object({
  ...providerFields,
  clientSecret: z.optional(z.nullable(ClientSecret)),
  endsSessions: z.optional(z.boolean()),
});
export type ProviderChange = z.infer<typeof ProviderChange>;

const params = z.object({ providerId: ProviderId });

/** Providers as administrators manage them. */
export const providerAdministration = {
  list: endpoint({
    summary: "List the providers of sign-ins",
    method: "GET",
    path: "/administration/sign-in-providers",
    access: "administrator",
    reply: z.object({ items: z.array(SignInProvider) }),
  }),
  /** The audit entry has the old and new values without the secret. */
  save: endpoint({
    summary: "Add a provider of sign-ins, or change it",
    method: "PUT",
    path: "/administration/sign-in-providers/:providerId",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    params,
    body: ProviderChange,
    reply: SignInProvider,
    problems: ["providers_enough", "domain_of_other_provider"],
  }),
  remove: endpoint({
    summary:
      "Remove a provider and end the sessions that began there; accounts stay, but are no longer linked with it",
    method: "DELETE",
    path: "/administration/sign-in-providers/:providerId",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    params,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  check: endpoint({
    summary: "Read what a provider publishes about itself, and report whether sign-ins can work",
    method: "POST",
    path: "/administration/sign-in-providers/:providerId/check",
    access: "administrator",
    callsService: true,
    params,
    /** `failure` is null if its configuration could be read. */
    reply: z.object({
      failure: z.nullable(
        z.enum([
          "unreachable",
          "other-issuer",
          "unusable-address",
          "no-code-flow",
          "no-pkce",
          "wrong-secret",
        ]),
      ),
      canSignOut: z.boolean(),
      /** The issuer by which the provider calls itself, if it is another one. */
      publishedIssuer: z.nullable(z.string()),
    }),
    limits: [{ by: "account", count: 60, perS: 600 }],
    problems: ["not_found"],
  }),
};
