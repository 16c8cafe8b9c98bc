import { type ProblemCode, type ProblemReply, problems } from "@commonlane/contract/problem";

interface ProblemDetails extends ErrorOptions {
  /** Shown to users instead of the catalogue's message, if the specification defines one for this case. */
  readonly message?: string;
  /** Validation messages by field path. */
  readonly fields?: Record<string, string>;
  /** The current record, for a decision that came too late. */
  readonly current?: unknown;
  readonly retryAfterS?: number;
}

/** A failure with a code of the contract. Any other error is a bug and becomes `unexpected`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.message ?? defaultMessage(code, details), details);
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

function defaultMessage(code: ProblemCode, { retryAfterS }: ProblemDetails): string {
  if (code !== "too_many" || retryAfterS === undefined) return problems[code].message;
  return `Too many tries. Please wait ${formatWait(retryAfterS)}.`;
}

const MAX_WAIT_IN_SECONDS = 120;

/** Formats a wait in seconds up to two minutes, then in minutes. */
export function formatWait(seconds: number): string {
  const [count, unit] = seconds <= MAX_WAIT_IN_SECONDS ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
