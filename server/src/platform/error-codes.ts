/** Errors inside errors, at most as deep as libraries nest them. */
const MAX_DEPTH = 5;

/**
 * The codes of an error and of its causes, the outermost first, without repetitions. They say what went wrong in a
 * connection to another service, and contain no address, name or text of that service. Empty if there is none.
 *
 * @example errorCodes(error) // ["UND_ERR_CONNECT_TIMEOUT"], ["DEPTH_ZERO_SELF_SIGNED_CERT"]
 */
export function errorCodes(error: unknown): readonly string[] {
  const codes = new Set<string>();
  let current = error;

  for (let depth = 0; depth < MAX_DEPTH && current instanceof Error; depth += 1) {
    for (const name of ["code", "originalCode"]) {
      const code: unknown = Reflect.get(current, name);
      if (typeof code === "string" && code !== "") codes.add(code);
    }
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return [...codes];
}

/** The message of an error for the log, with the codes of its causes: "fetch failed (ECONNREFUSED)". */
export function messageWithCodes(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const codes = errorCodes(error).filter((code) => !message.includes(code));
  return codes.length === 0 ? message : `${message} (${codes.join(", ")})`;
}

/** True if TLS failed because the other side's certificate is not trusted: its issuer, its name or its dates. */
export function isCertificateProblem(code: string): boolean {
  return CERTIFICATE_CODES.has(code);
}

/** Codes of OpenSSL's certificate verification, as Node reports them, and of Node's own check of the host name. */
const CERTIFICATE_CODES: ReadonlySet<string> = new Set([
  "CERT_CHAIN_TOO_LONG",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REJECTED",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "HOSTNAME_MISMATCH",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
