import { Email } from "@commonlane/contract/accounts";
import { readNames } from "./provided-names.ts";
import type { ProvidedIdentity } from "#platform/db/schema/sign-in-columns.ts";
import { findProviderOfEmail } from "@commonlane/contract/email-address";

type Claims = Readonly<Record<string, unknown>>;

interface TrustedDomains {
  readonly trusts_email: boolean;
  readonly email_domains: readonly string[];
}

/** What the claims of a provider say about a person. */
export function readClaims(
  claims: Claims,
  provider: TrustedDomains,
): Pick<ProvidedIdentity, "email" | "isEmailVerified" | "firstName" | "lastName"> {
  const email = Email.safeParse(claims["email"]).data ?? null;
  // Often an address, but no one says that e-mails arrive there; a suggestion for the person, at most.
  const otherNames = [claims["preferred_username"], claims["upn"]];
  const suggestion =
    otherNames.map((name) => Email.safeParse(name).data).find((name) => name !== undefined) ?? null;
  return {
    email: email ?? suggestion,
    isEmailVerified: email !== null && isVerified(claims["email_verified"], email, provider),
    ...readNames(claims, email),
  };
}

/**
 * Whether the provider vouches for an address. One that never says so can be trusted for its own domains: at other
 * addresses, its users might be able to enter any.
 */
function isVerified(
  claim: unknown,
  email: string,
  { trusts_email, email_domains }: TrustedDomains,
): boolean {
  // Some providers send text.
  if (claim === true || claim === "true") return true;
  const isOwnDomain = findProviderOfEmail([{ emailDomains: email_domains }], email) !== undefined;
  return claim === undefined && trusts_email && isOwnDomain;
}
