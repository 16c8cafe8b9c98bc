import { X509Certificate } from "node:crypto";
import { connect as connectSocket, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { MailCertificate } from "@commonlane/contract/community-settings";
import type { Outside } from "../outside.ts";

const CERTIFICATE =
  /-----BEGIN (?:X509 )?CERTIFICATE-----([^-]+)-----END (?:X509 )?CERTIFICATE-----/g;
/** Files of settings indent the lines of a certificate, or write it in one line. */
const BETWEEN_LINES = /\s|\\[rn]/g;

/** The certificates in a text; all other text is ignored. @throws Error if one of them cannot be read. */
export function readCertificates(text: string): X509Certificate[] {
  return [...text.matchAll(CERTIFICATE)].map(([, lines = ""]) => {
    const bytes = Buffer.from(lines.replaceAll(BETWEEN_LINES, ""), "base64");
    return new X509Certificate(bytes);
  });
}

/** True if the text has at least one certificate in PEM format, and all of them can be read. */
export function hasReadableCertificates(text: string): boolean {
  try {
    return readCertificates(text).length > 0;
  } catch {
    return false;
  }
}

/** What an administrator compares before trusting a certificate. */
export function describeCertificate(certificate: X509Certificate): MailCertificate {
  return {
    // A name has a line for each part; the console shows one line.
    subject: certificate.subject.replaceAll("\n", ", "),
    issuer: certificate.issuer.replaceAll("\n", ", "),
    validFrom: certificate.validFromDate.toISOString(),
    validTo: certificate.validToDate.toISOString(),
    fingerprint: certificate.fingerprint256,
    pem: certificate.toString(),
  };
}

const TIMEOUT_MS = 3_000;
/** More than any greeting or reply to EHLO. */
const REPLY_MAX_LENGTH = 10_000;

/**
 * The certificate that a mail server shows, trusted or not. Sends it neither a name nor a password. Undefined if it
 * cannot be reached or does not encrypt.
 */
export async function fetchCertificate(
  _: Outside,
  smtpUrl: string,
  ehloName: string,
): Promise<X509Certificate | undefined> {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const isSecure = protocol === "smtps:";
  const host = hostname.replaceAll(/[[\]]/g, "");
  const socket = connectSocket({
    host,
    port: Number(port) || (isSecure ? 465 : 587),
  });
  // The caller that awaits the next step gets the error.
  socket.on("error", () => {});
  socket.setTimeout(TIMEOUT_MS, () =>
    socket.destroy(new Error("The mail server does not answer.")),
  );

  try {
    if (!isSecure) await startTls(socket, ehloName);
    return await readPeerCertificate(socket, host);
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

/** Asks for encryption (RFC 3207). @throws Error if the server does not offer it. */
async function startTls(socket: Socket, ehloName: string): Promise<void> {
  await readReply(socket, "220");
  socket.write(`EHLO ${ehloName}\r\n`);
  await readReply(socket, "250");
  socket.write("STARTTLS\r\n");
  await readReply(socket, "220");
}

/** Waits for the last line of a reply. @throws Error if it has another code or the connection ends. */
function readReply(socket: Socket, code: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let reply = "";
    const finish = (error?: Error) => {
      socket.off("data", onData);
      socket.off("close", onClose);
      if (error) reject(error);
      else resolve();
    };
    const onData = (chunk: Buffer) => {
      reply += chunk.toString("latin1");
      const lastLine = reply.endsWith("\n") ? (reply.split("\n").at(-2) ?? "") : "";
      if (/^\d{3} /.test(lastLine))
        finish(lastLine.startsWith(code) ? undefined : new Error("The mail server refused."));
      else if (reply.length > REPLY_MAX_LENGTH) finish(new Error("The reply is too long."));
    };
    const onClose = () => finish(new Error("The connection ended."));
    socket.on("data", onData);
    socket.on("close", onClose);
  });
}

/** The certificate is only read here; `openTransport` decides whether it is trusted. */
function readPeerCertificate(socket: Socket, host: string): Promise<X509Certificate | undefined> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) === 0 ? host : "";
    const secure = connectTls({
      socket,
      servername,
      rejectUnauthorized: false,
    });
    secure.once("secureConnect", () => {
      resolve(secure.getPeerX509Certificate());
      secure.destroy();
    });
    secure.once("error", reject);
    socket.once("close", () => reject(new Error("The connection ended.")));
  });
}
