import type { Endpoint } from "@commonlane/contract/endpoint";
import { type CaptchaAction, PROOF_HEADER, PROOF_MAX_LENGTH } from "@commonlane/contract/proof";
import { exampleOf, type JsonSchema } from "./api-examples.ts";
import type { ApiSchemas } from "./api-schemas.ts";

/** What a call carries besides its body, as OpenAPI tells of it. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export function parametersOf({ params, query, captcha, idempotent }: Endpoint, schemas: ApiSchemas): Parameter[] {
  const found: Parameter[] = [];
  for (const [place, schema] of [
    ["path", params],
    ["query", query],
  ] as const) {
    if (!schema) continue;
    const { properties, required } = schemas.fieldsOf(schema);
    for (const [name, schema] of Object.entries(properties)) {
      // A cursor can only be handed back, not thought up.
      const example = name === "cursor" ? undefined : exampleOf(schema, schemas.resolve, name);
      found.push({
        name,
        in: place,
        required: place === "path" || required.includes(name),
        schema,
        ...(example !== undefined && { example }),
      });
    }
  }
  if (captcha) found.push(proofFor(captcha));
  if (idempotent) found.push(IDEMPOTENCY_KEY);
  return found;
}

const proofFor = (action: CaptchaAction): Parameter => ({
  name: PROOF_HEADER,
  in: "header",
  description: `A proof of work for the action \`${action}\`, used once: the JSON of a challenge of \`/captcha/challenge\` and its solution, in base64. Not asked for where the operator has set CAPTCHA=off.`,
  required: true,
  schema: { type: "string", minLength: 1, maxLength: PROOF_MAX_LENGTH },
});

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "The same key and body within 24 hours get the same answer, told again with `Idempotency-Replayed: true`. Make a new one, such as a UUID, for each thing that somebody means to do.",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[ -~]+$" },
};
