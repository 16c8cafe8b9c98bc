import { isIP } from "node:net";

const SCHEME = /^smtps?:\/\//i;
/** `host:port?option=value` */
const SERVER = /^((?:\[[\da-f:.]+\]|[^@/?#:]+)(?::\d*)?)\/?(\?[^#]*)?$/i;

/**
 * Reads the address of a mail server as people type it: in user name and password, `/`, `?`, `#`, `@` and `%` need not
 * be encoded. What is encoded stays so. Returns the text as it is if it does not have this form.
 *
 * @example readSmtpUrl("smtp://a@b.example:pa/ss@host:587") // "smtp://a%40b.example:pa%2Fss@host:587"
 */
export function readSmtpUrl(text: string): string {
  const scheme = SCHEME.exec(text.trim())?.[0];
  if (scheme === undefined) return text;

  const parts = splitLogin(text.trim().slice(scheme.length));
  if (!parts) return text;

  const { login, host, options } = parts;
  if (login === undefined) return scheme + host + options;

  const colon = login.indexOf(":");
  const user = colon === -1 ? login : login.slice(0, colon);
  const password = colon === -1 ? "" : login.slice(colon + 1);
  return `${scheme}${encodePart(user)}:${encodePart(password)}@${host}${options}`;
}

interface UrlParts {
  /** User and password as typed. */
  readonly login: string | undefined;
  readonly host: string;
  readonly options: string;
}

/** Splits at the last @ that is followed by a server: passwords and options may contain more of them. */
function splitLogin(text: string): UrlParts | undefined {
  for (
    let at = text.lastIndexOf("@");
    at >= 0;
    at = at === 0 ? -1 : text.lastIndexOf("@", at - 1)
  ) {
    const server = SERVER.exec(text.slice(at + 1));
    if (server)
      return {
        login: text.slice(0, at),
        host: server[1] ?? "",
        options: server[2] ?? "",
      };
  }
  const server = SERVER.exec(text);
  return server
    ? {
        login: undefined,
        host: server[1] ?? "",
        options: server[2] ?? "",
      }
    : undefined;
}

/** Decodes a part of a URL; one that is not encoded correctly is taken as it is. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encodePart(text: string): string {
  return encodeURIComponent(decodePart(text));
}

/**
 * The name with which this server introduces itself to mail servers (EHLO): the host of PUBLIC_URL. Undefined for an
 * address on this machine or an IP address; the mail library then uses the name of the machine.
 */
export function ehloName(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined) return undefined;
  const { hostname } = new URL(publicUrl);
  const isName = hostname.includes(".") && isIP(hostname) === 0;
  return isName ? hostname : undefined;
}
