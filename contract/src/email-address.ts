import * as z from "zod/mini";
import { translatable } from "./message.ts";
import { INVISIBLE } from "./plain-numbers.ts";
import type { SignInProviderSummary } from "./community.ts";

/*
 * Apart from the schema of an address, because the first pages of the web app read domains without it.
 */

/** What a person types as a domain in letters of any script; full stops of East Asian keyboards are full stops. */
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{N}.。．｡·・-]+$/u;

/** Browsers and Node have it; the contract is compiled for neither. */
const Url: new (address: string) => { readonly hostname: string } = Reflect.get(globalThis, "URL");

/**
 * The form in which a domain is stored, compared and used by mail servers: "müller.example" is
 * "xn--mller-kva.example". What is no domain comes back as typed, in lower case.
 */
export function toAsciiDomain(typed: string): string {
  const domain = typed.trim().toLowerCase();
  if (/^[a-z\d.-]*$/.test(domain) || !TYPED_DOMAIN.test(domain)) return domain;
  try {
    return new Url(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** The domain of an address, as it is stored. */
export const domainOf = (email: string): string =>
  toAsciiDomain(email.slice(email.lastIndexOf("@") + 1));

/** ASCII in the full width of East Asian keyboards. */
const FULL_WIDTH = /[！-～]/g;
const LINK = /^mailto:/i;

/**
 * An address with its domain in the stored form, so that both ways to write it are one account. What keyboards, links
 * and copied texts add is left out: full width, "mailto:", signs without width, a full stop at the end.
 */
export function toAsciiEmail(typed: string): string {
  const email = typed
    .normalize("NFC")
    .replaceAll(INVISIBLE, "")
    .replaceAll(FULL_WIDTH, (sign) => sign.normalize("NFKC"))
    .trim()
    .replace(LINK, "");
  const at = email.lastIndexOf("@");
  if (at === -1) return email;

  const local = email.slice(0, at).replaceAll("’", "'");
  const domain = toAsciiDomain(email.slice(at + 1)).replace(/\.$/, "");
  return `${local}@${domain}`;
}

const EMAIL_MAX_LENGTH = 254;
/** Before the @ are up to 64 characters of RFC 5321, without quotes. A domain ends in letters or in a xn-- name. */
const ADDRESS =
  /^(?=[^@]{1,64}@)[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i;

const INVALID = translatable("Please enter a valid e-mail address.");
const UNREACHABLE = translatable(
  "We can't send e-mail to an address with such letters before the @. Please use one with letters from a to z.",
);

/** What is wrong with an address that is not one of ours. */
function refusalOf(email: unknown): string {
  if (typeof email !== "string") return INVALID;
  const local = email.slice(0, Math.max(0, email.lastIndexOf("@")));
  // With another local part, the address would be right.
  const isReachable = /^\p{ASCII}*$/u.test(local) || !ADDRESS.test(`a${email.slice(local.length)}`);
  return isReachable ? INVALID : UNREACHABLE;
}

/** An e-mail address that our mail can reach, with its domain in the stored form. */
export const EmailAddress = z.string().check(
  z.trim(),
  z.overwrite(toAsciiEmail),
  z.maxLength(EMAIL_MAX_LENGTH),
  z.email({
    pattern: ADDRESS,
    error: ({ input }) => refusalOf(input),
  }),
);

/** The provider where people with this e-mail address sign in instead of with a password. */
export function findProviderOfEmail<Provider extends Pick<SignInProviderSummary, "emailDomains">>(
  providers: readonly Provider[],
  email: string,
): Provider | undefined {
  const domain = domainOf(email);
  return providers.find(({ emailDomains }) =>
    emailDomains.some((enforced) => domain === enforced || domain.endsWith(`.${enforced}`)),
  );
}
