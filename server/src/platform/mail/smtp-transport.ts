import { checkServerIdentity, type ConnectionOptions, getCACertificates } from "node:tls";
import type { Transporter } from "nodemailer";
import type { Context } from "../context.ts";
import type { Outside } from "../outside.ts";
import { isLocalName } from "../http/network/is-local-request.ts";
import { readCertificates } from "./certificates.ts";
import { ehloName } from "./smtp-url.ts";

/** How to reach the mail server. */
export interface SmtpConnection {
  readonly url: string;
  /** Certificates that the community trusts besides those of public authorities, as PEM. */
  readonly certificates: string | null;
  /** What this server calls itself (EHLO); undefined for the name of the machine. */
  readonly name: string | undefined;
}

/** The connection that the settings describe, or to the mail server at `url`; undefined without a mail server. */
export function smtpConnection(
  { community, settings }: Pick<Context, "community" | "settings">,
  url = community.smtpUrl,
): SmtpConnection | undefined {
  if (url === null) return undefined;
  return {
    url,
    certificates: community.mailCertificates,
    name: ehloName(settings.PUBLIC_URL),
  };
}

/** Encrypted if the server supports it, always if the URL requires it. */
export async function openTransport(
  _: Outside,
  connection: SmtpConnection,
  { pool }: { pool: boolean },
): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const { searchParams } = new URL(connection.url);
  const hasOwnName = searchParams.has("name");
  const hasOwnTrust = searchParams.has("tls.rejectUnauthorized");

  return createTransport({
    url: connection.url,
    ...(pool && { pool, maxConnections: 2 }),
    ...(!hasOwnName && connection.name !== undefined && { name: connection.name }),
    ...(!hasOwnTrust && { tls: tlsOptions(connection) }),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Which certificates are accepted. On this machine every one: no one else can answer there, and mail servers that are
 * installed beside the product have certificates that they signed themselves. Elsewhere those of public authorities
 * and those that the community trusts. A server's own certificate that is trusted may carry any name.
 */
function tlsOptions({ url, certificates }: SmtpConnection): ConnectionOptions {
  if (isLocalName(new URL(url).hostname)) return { rejectUnauthorized: false };
  if (certificates === null) return {};

  const trusted = readCertificates(certificates);
  const fingerprints = new Set(trusted.map(({ fingerprint256 }) => fingerprint256));
  return {
    ca: [...getCACertificates("default"), ...trusted.map(String)],
    // A trusted certificate counts even if the one that signed it is unknown.
    allowPartialTrustChain: true,
    checkServerIdentity: (host, certificate) =>
      fingerprints.has(certificate.fingerprint256)
        ? undefined
        : checkServerIdentity(host, certificate),
  };
}
