import type { Endpoint, ParsedInput } from "@commonlane/contract/endpoint";
import type { FastifyRequest } from "fastify";
import type { Language } from "@commonlane/contract/languages";
import { message, translatable } from "@commonlane/contract/message";
import * as z from "zod/mini";
import { formatList } from "../../i18n/formats.ts";
import { translateText, translatorFor } from "../../i18n/translate.ts";
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

const REQUIRED = translatable("Please fill this in.");
const INVALID = translatable("This isn't valid.");

const TEXT_TOO_LONG = message(
  "{count, plural, one {Please use at most # character.} other {Please use at most # characters.}}",
);
const TEXT_TOO_SHORT = message(
  "{count, plural, one {Please use at least # character.} other {Please use at least # characters.}}",
);
const TOO_MANY_ENTRIES = message(
  "{count, plural, one {Please give at most # entry.} other {Please give at most # entries.}}",
  { comment: "Entries of a list, for example of stops." },
);
const TOO_FEW_ENTRIES = message(
  "{count, plural, one {Please give at least # entry.} other {Please give at least # entries.}}",
  { comment: "Entries of a list, for example of stops." },
);
const TOO_HIGH = message("Please enter at most {limit, number}.", {
  comment: "limit: the largest number allowed.",
});
const TOO_LOW = message("Please enter at least {limit, number}.", {
  comment: "limit: the smallest number allowed.",
});
const NOT_MULTIPLE = message("Please enter a multiple of {step, number}.");
const WRONG_TYPE = message("Please send this as {type}.", {
  comment: "For programmers. type: a JSON type in English, such as string, number or array.",
});
const NOT_AN_OPTION = message("Please choose one of these: {options}.", {
  comment: "options: a list of the words that a program may send; not translated.",
});
const UNKNOWN_NAMES = message("This has unknown parts: {names}.", {
  comment: "For programmers. names: a list of names in English.",
});
const FORMATS: Readonly<Record<string, string>> = {
  email: translatable("Please enter a valid e-mail address."),
  url: translatable("Please enter a valid web address."),
  date: translatable("Please enter a valid date."),
  datetime: translatable("Please enter a valid date."),
  time: translatable("Please enter a valid time."),
};
const WRONG_FORMAT = translatable("This doesn't have the expected form.");

/** What is wrong with a value that a client sent, unless the contract has a text of its own. */
function validationMessage(language: Language, issue: z.core.$ZodRawIssue): string {
  const t = translatorFor(language);
  if (issue.input === undefined) return translateText(language, REQUIRED);
  switch (issue.code) {
    case "invalid_type":
      return t(WRONG_TYPE, { type: issue.expected });
    case "too_big":
      return atMost(language, issue.origin, Number(issue.maximum));
    case "too_small":
      return atLeast(language, issue.origin, Number(issue.minimum));
    case "not_multiple_of":
      return t(NOT_MULTIPLE, { step: issue.divisor });
    case "invalid_format":
      return translateText(language, FORMATS[issue.format] ?? WRONG_FORMAT);
    case "invalid_value":
      return t(NOT_AN_OPTION, { options: formatList(language, issue.values.map(String)) });
    case "unrecognized_keys":
      return t(UNKNOWN_NAMES, { names: formatList(language, issue.keys) });
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "invalid_union":
      break;
  }
  return translateText(language, INVALID);
}

const LISTS: readonly string[] = ["array", "set", "map"];

function atMost(language: Language, origin: string, limit: number): string {
  const t = translatorFor(language);
  if (origin === "string") return t(TEXT_TOO_LONG, { count: limit });
  return LISTS.includes(origin) ? t(TOO_MANY_ENTRIES, { count: limit }) : t(TOO_HIGH, { limit });
}

function atLeast(language: Language, origin: string, limit: number): string {
  const t = translatorFor(language);
  if (origin === "string")
    return limit === 1 ? translateText(language, REQUIRED) : t(TEXT_TOO_SHORT, { count: limit });
  return LISTS.includes(origin) ? t(TOO_FEW_ENTRIES, { count: limit }) : t(TOO_LOW, { limit });
}
