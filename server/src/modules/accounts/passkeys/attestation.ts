/**
 * Whether a new passkey comes without a certificate of its maker, as asked. To check one, the library would follow the
 * addresses in it, so anyone could make this server call any address.
 */
export async function hasNoCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  try {
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(attestationObject, "base64url")),
    );
    const format = attestation.get("fmt");
    // Some authenticators sign with the new key itself instead.
    return (
      format === "none" ||
      (format === "packed" && attestation.get("attStmt").get("x5c") === undefined)
    );
  } catch {
    return false;
  }
}
