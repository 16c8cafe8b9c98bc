import { createHash, randomBytes, sign, timingSafeEqual, verify } from "node:crypto";
import { MINUTE_MS } from "@commonlane/contract/durations";
import { httpbis, type SignatureParameters } from "http-message-signatures";
import { z } from "zod";
import { type OwnKey, readPublicKey } from "./own-key.ts";

/** What a signature covers (RFC 9421); with a body, its digest too (RFC 9530). */
const FIELDS = ["@method", "@target-uri"];
const DIGEST = "content-digest";
const PARAMETERS = ["created", "expires", "nonce", "alg", "keyid", "tag"];
const TAG = "commonlane-neighbour";
const ALGORITHM = "ed25519";

const VALID_MS = MINUTE_MS;
/** Clocks of servers differ; a signature is accepted for so long before and after its own times. */
const SKEW_MS = MINUTE_MS;

export interface SignedRequest {
  readonly method: string;
  /** The whole address that the request was sent to. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: string | undefined;
}

/** Headers that prove who sends a request, for a minute and once. */
export async function signRequest(
  { privateKey, keyId }: OwnKey,
  { method, url, body }: Omit<SignedRequest, "headers">,
  now: Date,
): Promise<Record<string, string>> {
  const { headers } = await httpbis.signMessage(
    {
      key: {
        id: keyId,
        alg: ALGORITHM,
        sign: async (data) => sign(null, data, privateKey),
      },
      fields: body === undefined ? FIELDS : [...FIELDS, DIGEST],
      params: PARAMETERS,
      paramValues: {
        created: now,
        expires: new Date(now.getTime() + VALID_MS),
        nonce: randomBytes(16).toString("base64url"),
        tag: TAG,
      },
    },
    {
      method,
      url,
      headers: body === undefined ? {} : { [DIGEST]: digestOf(body) },
    },
  );
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

const digestOf = (body: string): string =>
  `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;

const Parameters = z.object({
  created: z.date(),
  /** Seconds. */
  expires: z.int(),
  nonce: z.string().min(16).max(100),
  alg: z.literal(ALGORITHM),
  keyid: z.string().max(300),
  tag: z.literal(TAG),
});

/** Who says to have signed, and for how long the nonce counts. */
export interface Signature {
  /** The address of the sender: the key id without its fragment. */
  readonly sender: string;
  readonly nonce: string;
  readonly expiresAt: Date;
}

/** The public key of a sender; undefined if it is unknown. */
export type FindKey = (sender: string) => Promise<string | undefined>;

/**
 * The signature of a request, if it covers what it must, is of now and of the key of its sender. The caller must
 * use each nonce once.
 */
export async function verifyRequest(
  request: SignedRequest,
  findKey: FindKey,
  now: Date,
): Promise<Signature | undefined> {
  const { method, url, body } = request;
  let signature: Signature | undefined;
  let signatures = 0;
  const keyLookup = async (parameters: SignatureParameters) => {
    signatures += 1;
    // The library looks up all signatures of a request at once, and a lookup may ask the server that is named.
    if (signatures > 1) return null;
    signature = readParameters(parameters, now);
    const publicKey = signature && (await findKey(signature.sender));
    if (publicKey === undefined) return null;
    const key = readPublicKey(publicKey);
    return { verify: async (data: Buffer, bytes: Buffer) => verify(null, data, key, bytes) };
  };
  const requiredFields = body === undefined ? FIELDS : [...FIELDS, DIGEST];
  if (body !== undefined && !hasDigest(request, body)) return undefined;
  try {
    const isValid = await httpbis.verifyMessage(
      // Times are checked above, by the clock of the context.
      {
        keyLookup,
        requiredFields,
        requiredParams: PARAMETERS,
        tolerance: Infinity,
      },
      {
        method,
        url,
        headers: definedHeaders(request),
      },
    );
    return isValid && signatures === 1 ? signature : undefined;
  } catch {
    // The library throws for anything it cannot read.
    return undefined;
  }
}

function readParameters(parameters: SignatureParameters, now: Date): Signature | undefined {
  const read = Parameters.safeParse(parameters);
  if (!read.success) return undefined;
  const { created, expires, nonce, keyid } = read.data;
  const [sender = ""] = keyid.split("#");
  const createdMs = created.getTime();
  const expiresMs = expires * 1000;
  const nowMs = now.getTime();
  if (createdMs > nowMs + SKEW_MS || expiresMs < nowMs - SKEW_MS) return undefined;
  if (expiresMs - createdMs > VALID_MS) return undefined;
  return {
    sender,
    nonce,
    expiresAt: new Date(expiresMs + SKEW_MS),
  };
}

function hasDigest({ headers }: SignedRequest, body: string): boolean {
  const sent = Buffer.from(String(headers[DIGEST]));
  const expected = Buffer.from(digestOf(body));
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

function definedHeaders({ headers }: SignedRequest): Record<string, string | string[]> {
  const defined = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(defined);
}
