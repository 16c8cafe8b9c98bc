import type { Endpoint, ParsedInput } from "@commonlane/contract/endpoint";
import type { FastifyRequest } from "fastify";
import type { Language } from "@commonlane/contract/languages";
import { translatable } from "@commonlane/contract/message";
import * as z from "zod/mini";
import { translateText } from "../../i18n/translate.ts";
import { validationMessage } from "../../i18n/validation-messages.ts";
import { Problem } from "../problem.ts";

// The contract has no language of its own, so that the web app need not load one. English is for what operators and
// logs read; replies to clients use the messages of the catalogues.
z.config(z.locales.en());

/**
 * Validates path, query and body of a request. Throws not_found for an id that cannot exist, otherwise invalid_input.
 */
export function parseInput<E extends Endpoint>(
  { params, query, body }: E,
  request: FastifyRequest,
  language: Language,
): ParsedInput<E> {
  const input: Record<string, unknown> = {};
  if (params) {
    const result = params.safeParse(request.params);
    // An id that cannot exist is treated like a record that does not exist.
    if (!result.success) throw new Problem("not_found");
    input["params"] = result.data;
  }
  if (query) input["query"] = parseOrThrow(query, parseQueryFields(request.query), language);
  if (body) input["body"] = parseOrThrow(body, request.body ?? {}, language);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part has just been parsed by the endpoint's
  // own schema
  return input as ParsedInput<E>;
}

function parseOrThrow(schema: z.ZodMiniType, value: unknown, language: Language): unknown {
  const result = schema.safeParse(value, { error: (issue) => validationMessage(language, issue) });
  if (result.success) return result.data;
  throw new Problem("invalid_input", { fields: fieldErrors(result.error, language) });
}

/** The contract's own texts are in English; they are translated by their text. */
const fieldErrors = ({ issues }: z.core.$ZodError, language: Language) =>
  Object.fromEntries(
    issues.map(({ path, message }) => [path.join(".") || "body", translateText(language, message)]),
  );

/** Parses a query as forms send it: ignores blank values, refuses repeated ones. */
function parseQueryFields(query: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value !== "string")
      throw new Problem("invalid_input", {
        fields: { [name]: translatable("Please send this only once.") },
      });
    if (value.includes("\0"))
      throw new Problem("invalid_input", {
        fields: { [name]: translatable("This contains a character that is not text.") },
      });
    if (value.trim() !== "") fields[name] = value;
  }
  return fields;
}
