import "reflect-metadata";
import type { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const DAY_MS = 86_400_000;

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly certificate: x509.X509Certificate;
}

interface Wanted {
  readonly name: string;
  /** Who signs it; itself by default. */
  readonly signedBy?: TestCertificate;
  readonly isAuthority?: boolean;
  /** A year ago by default. */
  readonly validFrom?: Date;
  /** When it expires; in a year by default. */
  readonly validTo?: Date;
}

/** A real certificate with its private key, both as PEM. */
export async function createCertificate({
  name,
  signedBy,
  isAuthority = false,
  validFrom,
  validTo,
}: Wanted): Promise<TestCertificate> {
  x509.cryptoProvider.set(crypto);
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: signedBy?.certificate.subject ?? `CN=${name}`,
    notBefore: validFrom ?? new Date(Date.now() - 400 * DAY_MS),
    notAfter: validTo ?? new Date(Date.now() + 365 * DAY_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: signedBy?.keys.privateKey ?? keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority),
      new x509.SubjectAlternativeNameExtension([{ type: "dns", value: name }]),
    ],
  });
  const key = x509.PemConverter.encode(
    await crypto.subtle.exportKey("pkcs8", keys.privateKey),
    "PRIVATE KEY",
  );
  return { key, cert: certificate.toString("pem"), keys, certificate };
}
