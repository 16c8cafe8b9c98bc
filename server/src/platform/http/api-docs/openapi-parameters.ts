import type { Endpoint } from "@commonlane/contract/endpoint";
import { type CaptchaAction, PROOF_OF_WORK_HEADER, PROOF_OF_WORK_MAX_LENGTH } from "@commonlane/contract/proof-of-work";
import { buildExample, type JsonSchema } from "./examples.ts";
import type { ApiSchemaRegistry } from "./json-schemas.ts";

/** A path, query or header parameter of an OpenAPI operation. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export function describeParameters(
  { params, query, captcha, idempotent }: Endpoint,
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
      const example = name === "cursor" ? undefined : buildExample(schema, schemas.resolveRef, name);
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
  return parameters;
}

const proofParameter = (action: CaptchaAction): Parameter => ({
  name: PROOF_OF_WORK_HEADER,
  in: "header",
  description: `A proof of work for the action \`${action}\`, valid once: the JSON of a challenge from \`/captcha/challenge\` and its solution, in base64. Not required if the operator has set CAPTCHA=off.`,
  required: true,
  schema: { type: "string", minLength: 1, maxLength: PROOF_OF_WORK_MAX_LENGTH },
});

const IDEMPOTENCY_KEY_PARAMETER: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Repeating a request with the same key and body within 24 hours returns the first reply, with `Idempotency-Replayed: true`. Use a new key, such as a UUID, for each intended action.",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[ -~]+$" },
};
