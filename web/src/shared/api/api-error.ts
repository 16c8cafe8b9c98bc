import type { ProblemCode } from "@commonlane/contract/problem";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Codes that only the client can give, beside the contract's own. `refused` is an answer that says no in its body. */
export type ClientErrorCode = "network" | "unexpected_reply" | "refused";

interface ApiErrorInit {
  code: string;
  message: string;
  /** The HTTP status; 0 when no answer came. */
  status: number;
  fields?: Record<string, string> | undefined;
  retryAfterS?: number | undefined;
  requestId?: string | undefined;
  /** The record as it stands, where a decision came too late. */
  current?: unknown;
}

/** A call that did not work: `code` for programs, `message` for people, `fields` for forms. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly retryAfterS: number | undefined;
  readonly requestId: string | undefined;
  readonly current: unknown;

  constructor({ code, message, status, fields, retryAfterS, requestId, current }: ApiErrorInit) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields ?? {};
    this.retryAfterS = retryAfterS;
    this.requestId = requestId;
    this.current = current;
  }
}

/** No answer came, in time or at all. */
export const networkError = (): ApiError =>
  new ApiError({
    code: "network",
    status: 0,
    message: i18n._(msg`The server could not be reached. Check your connection and try again.`),
  });

/** Whether a failure is a given one, by its code. */
export const isProblem = (error: unknown, code: ProblemCode | ClientErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** A slow line kept the server from hearing all of it; too many tries. */
const TRANSIENT_STATUSES: readonly number[] = [408, 429];

/** Whether trying again later may help: no answer, a line that was too slow, too many tries, or the server's own trouble. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || TRANSIENT_STATUSES.includes(error.status) || error.status >= 500);

/** Whether the server has heard the call and will not do it: the same again would be refused again. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && !isTransient(error);
