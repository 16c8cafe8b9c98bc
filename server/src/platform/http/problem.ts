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
    super(details.message ?? problems[code].message, details);
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
