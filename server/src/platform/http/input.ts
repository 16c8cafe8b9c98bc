import type { Endpoint, Parsed } from "@commonlane/contract/endpoint";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { Problem } from "./problem.ts";

// The contract knows no language by itself, so that the web need not fetch one; here it tells people what is wrong.
z.config(z.locales.en());

/** What a call carries, checked and shaped by its endpoint. Throws not_found for an id that cannot be one, else invalid_input. */
export function parseInput<E extends Endpoint>({ params, query, body }: E, request: FastifyRequest): Parsed<E> {
  const parsed: Record<string, unknown> = {};
  if (params) {
    const read = params.safeParse(request.params);
    // An address that cannot exist is a thing that is not there.
    if (!read.success) throw new Problem("not_found");
    parsed["params"] = read.data;
  }
  if (query) parsed["query"] = validOr400(query, saidOnce(request.query));
  if (body) parsed["body"] = validOr400(body, request.body ?? {});
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part has just been parsed by the endpoint's own schema
  return parsed as Parsed<E>;
}

function validOr400(schema: z.ZodMiniType, value: unknown): unknown {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new Problem("invalid_input", { fields: fieldsOf(read.error) });
}

const fieldsOf = ({ issues }: z.core.$ZodError) =>
  Object.fromEntries(issues.map(({ path, message }) => [path.join(".") || "body", message]));

/** A query as a form sends it: what was left blank was not said, and what was said twice is not clear. */
function saidOnce(query: unknown): Record<string, string> {
  const said: Record<string, string> = {};
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value !== "string") throw new Problem("invalid_input", { fields: { [name]: "Please say this once." } });
    if (value.includes("\0"))
      throw new Problem("invalid_input", { fields: { [name]: "This holds a character that is not text." } });
    if (value.trim() !== "") said[name] = value;
  }
  return said;
}
