import type { Endpoint, ParsedInput } from "@commonlane/contract/endpoint";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { Problem } from "../problem.ts";

// The contract knows no language by itself, so that the web need not fetch one; here it tells people what is wrong.
z.config(z.locales.en());

/** What a call carries, checked and shaped by its endpoint. Throws not_found for an id that cannot be one, else invalid_input. */
export function parseInput<E extends Endpoint>({ params, query, body }: E, request: FastifyRequest): ParsedInput<E> {
  const input: Record<string, unknown> = {};
  if (params) {
    const result = params.safeParse(request.params);
    // An address that cannot exist is a thing that is not there.
    if (!result.success) throw new Problem("not_found");
    input["params"] = result.data;
  }
  if (query) input["query"] = parseOrThrow(query, parseQueryFields(request.query));
  if (body) input["body"] = parseOrThrow(body, request.body ?? {});
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part has just been parsed by the endpoint's own schema
  return input as ParsedInput<E>;
}

function parseOrThrow(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Problem("invalid_input", { fields: fieldErrors(result.error) });
}

const fieldErrors = ({ issues }: z.core.$ZodError) =>
  Object.fromEntries(issues.map(({ path, message }) => [path.join(".") || "body", message]));

/** A query as a form sends it: what was left blank was not said, and what was said twice is not clear. */
function parseQueryFields(query: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value !== "string") throw new Problem("invalid_input", { fields: { [name]: "Please say this once." } });
    if (value.includes("\0"))
      throw new Problem("invalid_input", { fields: { [name]: "This holds a character that is not text." } });
    if (value.trim() !== "") fields[name] = value;
  }
  return fields;
}
