/** The link if it leads to a page, an e-mail address or a phone number; undefined for anything that could run code. */
export function findSafeLink(href: string): string | undefined {
  // Browsers ignore control characters and spaces in a scheme.
  const link = href.replaceAll(/[\p{Cc}\s]/gu, "");
  if (/^\/(?![/\\])/.test(link) || link.startsWith("#")) return link;
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(link) ? link : undefined;
}
