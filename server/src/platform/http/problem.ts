import { type ProblemCode, type ProblemReply, problems } from "@commonlane/contract/problem";

interface Details extends ErrorOptions {
  /** What a person reads instead of the catalogue's sentence, where the specification has one for each case. */
  readonly message?: string;
  /** What is wrong with which field, by its path. */
  readonly fields?: Record<string, string>;
  /** The record as it stands, for a decision that came too late. */
  readonly current?: unknown;
  readonly retryAfterS?: number;
}

/** A failure the contract knows by name. Anything else that is thrown is a bug and becomes `unexpected`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: Details;

  constructor(code: ProblemCode, details: Details = {}) {
    super(details.message ?? sentenceOf(code, details), details);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return problems[this.code].status;
  }

  toReply(requestId: string): ProblemReply {
    const { fields, current } = this.details;
    return {
      code: this.code,
      error: this.message,
      ...(fields && { fields }),
      ...(current !== undefined && { current }),
      requestId,
    };
  }
}

function sentenceOf(code: ProblemCode, { retryAfterS }: Details): string {
  if (code !== "too_many" || retryAfterS === undefined) return problems[code].message;
  return `Too many tries. Please wait ${waitWords(retryAfterS)}.`;
}

const SECONDS_MOST = 120;

/** A wait as people say it: by the second while that can be counted, then by the minute. */
export function waitWords(seconds: number): string {
  const [count, unit] = seconds <= SECONDS_MOST ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
