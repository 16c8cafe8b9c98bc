import { message } from "@commonlane/contract/message";
import type { Language } from "@commonlane/contract/languages";
import { type ProblemCode, type ProblemReply, problems } from "@commonlane/contract/problem";
import { type LocalText, renderText, translate } from "../i18n/translate.ts";

interface ProblemDetails extends ErrorOptions {
  /** Shown to users instead of the catalogue's message, if the specification defines one for this case. */
  readonly message?: LocalText;
  /** Validation messages by field path. */
  readonly fields?: Readonly<Record<string, LocalText>>;
  /** The current record, for a decision that came too late. */
  readonly current?: unknown;
  readonly retryAfterS?: number;
}

/** A failure with a code of the contract. Any other error is a bug and becomes `unexpected`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemDetails;
  readonly text: LocalText;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const text = details.message ?? defaultMessage(code, details);
    super(renderText("en", text), details);
    this.code = code;
    this.details = details;
    this.text = text;
  }

  get status(): number {
    return problems[this.code].status;
  }

  toReply(requestId: string, language: Language): ProblemReply {
    const { fields, current } = this.details;
    return {
      code: this.code,
      error: renderText(language, this.text),
      ...(fields && { fields: mapTexts(fields, language) }),
      ...(current !== undefined && { current }),
      requestId,
    };
  }
}

/** Refuses one field of the input, with a text for its form. */
export const invalidInput = (field: string, text: LocalText): Problem =>
  new Problem("invalid_input", { fields: { [field]: text } });

const mapTexts = (
  fields: Readonly<Record<string, LocalText>>,
  language: Language,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, renderText(language, text)]),
  );

function defaultMessage(code: ProblemCode, { retryAfterS }: ProblemDetails): LocalText {
  if (code !== "too_many" || retryAfterS === undefined) return problems[code].message;
  return (language) =>
    translate(language, TOO_MANY_TRIES, { wait: formatWait(language, retryAfterS) });
}

const TOO_MANY_TRIES = message("Too many tries. Please wait {wait}.", {
  comment: "wait: a duration such as “30 seconds” or “5 minutes”.",
});
const SECONDS = message("{count, plural, one {# second} other {# seconds}}", {
  comment: "A duration after “Please wait”, and before “before you request another”.",
});
const MINUTES = message("{count, plural, one {# minute} other {# minutes}}", {
  comment: "A duration after “Please wait”, and before “before you request another”.",
});
const MAX_WAIT_IN_SECONDS = 120;

/** Formats a wait in seconds up to two minutes, then in minutes. */
export const formatWait = (language: Language, seconds: number): string =>
  seconds <= MAX_WAIT_IN_SECONDS
    ? translate(language, SECONDS, { count: seconds })
    : translate(language, MINUTES, { count: Math.ceil(seconds / 60) });
