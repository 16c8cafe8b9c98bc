/** Resolved against it, a path of our own keeps this origin. */
const OWN = "http://own.invalid";

/** The path if it stays in the web app, and null for any other address, so that a sign-in never leads elsewhere. */
export function toOwnPath(path: string | null): string | null {
  if (path === null || !path.startsWith("/")) return null;
  const url = URL.parse(path, OWN);
  // Browsers read a backslash as a slash, and ignore tabs and line breaks.
  if (url?.origin !== OWN || /[\\\p{Cc}]/u.test(path)) return null;
  const own = url.pathname + url.search + url.hash;
  return own.startsWith("//") ? null : own;
}
