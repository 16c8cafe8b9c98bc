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

/** An address with its domain in the stored form, so that both ways to write it are one account. */
export function toAsciiEmail(typed: string): string {
  const email = typed.normalize("NFC").replace("＠", "@");
  const at = email.lastIndexOf("@");
  return at === -1 ? email : `${email.slice(0, at)}@${toAsciiDomain(email.slice(at + 1))}`;
}
