import type { ProblemCode } from "@commonlane/contract/problem";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Codes that the client adds to those of the contract. `refused`: the reply has a negative result in its body. */
export type ClientErrorCode = "network" | "unexpected_reply" | "refused";

interface ApiErrorInit {
  code: string;
  message: string;
  /** HTTP status; 0 without a reply. */
  status: number;
  fields?: Record<string, string> | undefined;
  retryAfterS?: number | undefined;
  requestId?: string | undefined;
  /** Current record if a decision came too late. */
  current?: unknown;
}

/** A failed call: `code` for programs, `message` for users, `fields` for forms. */
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

/** No reply within the timeout, or no connection. */
export const networkError = (): ApiError =>
  new ApiError({
    code: "network",
    status: 0,
    message: i18n._(msg`We couldn't reach the server. Check your connection and try again.`),
  });

/** A reply that is not the server's own, such as that of a proxy. */
export const unexpectedMessage = (status: number): string =>
  status === 503
    ? i18n._(msg`The service isn't ready yet. Please try again soon.`)
    : i18n._(msg`An error occurred. Please try again.`);

/** A call that needs a user, and there is none. */
export const signedOutError = (): ApiError =>
  new ApiError({
    code: "signed_out",
    status: 401,
    message: i18n._(msg`No authenticated user`),
  });

/** True if the error has this code. */
export function isProblem(error: unknown, code: ProblemCode | ClientErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** The request arrived too slowly, or too many attempts. */
const TRANSIENT_STATUSES: readonly number[] = [408, 429];

/** True if a later retry may help: no reply, a slow connection, too many attempts, or a server error. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || TRANSIENT_STATUSES.includes(error.status) || error.status >= 500);

/** True if the server rejected the call; repeating it would fail again. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && !isTransient(error);
