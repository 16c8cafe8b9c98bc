import { Email } from "@commonlane/contract/accounts";
import { firstOf, readNames } from "./provided-names.ts";
import type { ProvidedIdentity } from "#platform/db/schema/sign-in-columns.ts";
import { findProviderOfEmail } from "@commonlane/contract/email-address";

type Claims = Readonly<Record<string, unknown>>;

interface TrustedDomains {
  readonly trusts_email: boolean;
  readonly email_domains: readonly string[];
}

/**
 * Claims of Shibboleth, Entra ID and Azure AD B2C that hold an address, often. No one says that e-mails arrive there, so
 * they are a suggestion for the person, at most.
 */
const OTHER_ADDRESSES = ["mail", "verified_primary_email", "emails", "preferred_username", "upn"];

/** Follows what Entra ID makes of the address of a guest: "ada_uni.example#EXT#@tenant.example". */
const GUEST_MARK = /#EXT#@/i;

/** The address in a claim. */
function readEmail(claim: unknown): string | undefined {
  return Email.safeParse(firstOf(claim)).data;
}

/** The address in a claim that only suggests one. */
function readSuggestion(claim: unknown): string | undefined {
  const text = firstOf(claim);
  return readEmail(typeof text === "string" ? readGuestAddress(text.trim()) : text);
}

/** The own address of a guest, or the text as it is. */
function readGuestAddress(text: string): string {
  const markAt = text.search(GUEST_MARK);
  if (markAt < 0) return text;
  const address = text.slice(0, markAt);
  const signAt = address.lastIndexOf("_");
  if (signAt < 0) return text;
  return `${address.slice(0, signAt)}@${address.slice(signAt + 1)}`;
}

/** What the claims of a provider say about a person. */
export function readClaims(
  claims: Claims,
  provider: TrustedDomains,
): Pick<ProvidedIdentity, "email" | "isEmailVerified" | "firstName" | "lastName"> {
  const email = readEmail(claims["email"]) ?? null;
  const suggestion =
    OTHER_ADDRESSES.map((name) => readSuggestion(claims[name])).find(
      (found) => found !== undefined,
    ) ?? null;
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
