import type { CookieName, Endpoint } from "@commonlane/contract/endpoint";
import {
  type CaptchaAction,
  PROOF_OF_WORK_HEADER,
  PROOF_OF_WORK_MAX_LENGTH,
} from "@commonlane/contract/proof-of-work";
import { buildExample, type JsonSchema } from "./examples.ts";
import type { ApiSchemaRegistry } from "./json-schemas.ts";

/** What each cookie is for. */
export const COOKIES: Readonly<Record<CookieName, string>> = {
  commonlane_asked:
    "Identifies the client that asked for a code, so that others cannot use up its attempts.",
  commonlane_proven: "Proves that this client has verified the address, for 30 minutes.",
  commonlane_refresh: "The refresh token of the session.",
};

/** A path, query or header parameter of an OpenAPI operation. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly description?: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export function describeParameters(
  { params, query, captcha, idempotent, cookies }: Endpoint,
  schemas: ApiSchemaRegistry,
): Parameter[] {
  const parameters: Parameter[] = [];
  for (const [location, schema] of [
    ["path", params],
    ["query", query],
  ] as const) {
    if (!schema) continue;
    const { properties, required } = schemas.fieldsOf(schema);
    for (const [name, schema] of Object.entries(properties)) {
      // Cursors come from the server, so an example would mislead.
      const example =
        name === "cursor" ? undefined : buildExample(schema, schemas.resolveRef, name);
      parameters.push({
        name,
        in: location,
        required: location === "path" || required.includes(name),
        schema,
        ...(example !== undefined && { example }),
      });
    }
  }
  if (captcha) parameters.push(proofParameter(captcha));
  if (idempotent) parameters.push(IDEMPOTENCY_KEY_PARAMETER);
  parameters.push(...(cookies?.reads ?? []).map(cookieParameter));
  return parameters;
}

const cookieParameter = (name: CookieName): Parameter => ({
  name,
  in: "cookie",
  description: `${COOKIES[name]} Over https its name is \`__Secure-${name}\`. Optional: without it the call works for clients that keep no cookies, too, unless it needs a session.`,
  required: false,
  schema: { type: "string", maxLength: 4096 },
});

/** Enough to solve a challenge without the library that the web app uses. */
const PROOF_STEPS =
  "Get a challenge with `GET /captcha/challenge?action=…`; if it is null, leave this header out. Otherwise count `counter` from 0: append it as a big-endian unsigned 32-bit integer to the bytes of `nonce`, and derive a key of `keyLength` bytes from that as the password, with the bytes of `salt`, `cost` iterations and PBKDF2 with the hash that `algorithm` names (`PBKDF2/SHA-256`). `nonce`, `salt`, `keyPrefix` and keys are in hexadecimal. The first key that begins with `keyPrefix` is the solution, at the latest after `data.keys` tries. The header is the base64 of the JSON `{challenge, solution: {counter, derivedKey}}`, with the challenge as it was received. The library altcha-lib 2 does the same.";

const proofParameter = (action: CaptchaAction): Parameter => ({
  name: PROOF_OF_WORK_HEADER,
  in: "header",
  description: `A proof of work for the action \`${action}\`, valid once. ${PROOF_STEPS} Not required if the operator has set CAPTCHA=off.`,
  required: true,
  schema: {
    type: "string",
    minLength: 1,
    maxLength: PROOF_OF_WORK_MAX_LENGTH,
  },
});

const IDEMPOTENCY_KEY_PARAMETER: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Repeating a request with the same key and body within 24 hours returns the first reply, with `Idempotency-Replayed: true`. Use a new key, such as a UUID, for each intended action.",
  required: false,
  schema: {
    type: "string",
    minLength: 1,
    maxLength: 200,
    pattern: "^[ -~]+$",
  },
};
