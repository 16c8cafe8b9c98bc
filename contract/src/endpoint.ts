import * as z from "zod/mini";
import type { ProblemCode } from "./problem.ts";
import type { CaptchaAction } from "./proof-of-work.ts";

/** What a key may do. An endpoint names its scope; keys cannot call endpoints without one. */
export const API_SCOPES = [
  "rides:read",
  "rides:write",
  "requests:read",
  "requests:write",
  "bookings:read",
  "events:read",
  "events:write",
  "places:read",
] as const;
export const ApiScope = z.enum(API_SCOPES);
export type ApiScope = z.infer<typeof ApiScope>;

/**
 * Rate limit: at most `count` calls within any `perS` seconds, per account, per network address, or per secret in the
 * call's path. The latter is for calls that other services make for many people from few addresses; then "unknown
 * secret" limits per address only the calls whose secret is unknown.
 */
export interface RateLimit {
  readonly by: "account" | "address" | "secret" | "unknown secret";
  readonly count: number;
  readonly perS: number;
}

/** Cookies that a client other than a browser meets. Over https their names begin with `__Secure-`. */
export type CookieName = "commonlane_asked" | "commonlane_proven" | "commonlane_refresh";

/** The body is a file instead of JSON. */
export interface Upload {
  /** Accepted media types; the web app sends the first. The handler checks the actual bytes. */
  readonly types: readonly [string, ...string[]];
  readonly maxBytes: number;
  /** Problems for an unsupported type and for a file that is too large. */
  readonly unsupportedTypeProblem: ProblemCode;
  readonly tooLargeProblem: ProblemCode;
}

/** One endpoint: method and path, access, input and reply. */
export interface Endpoint {
  /** One line for the API description. */
  readonly summary: string;
  /** What a client's author must know besides, in whole sentences. */
  readonly description?: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path under `/api`; `:name` marks a parameter. */
  readonly path: `/${string}`;
  /**
   * Users who may call it; all other calls are rejected before the handler. Administrators are moderators, too. Calls of
   * both are written to the audit log.
   */
  readonly access: "public" | "signed-in" | "moderator" | "administrator";
  /** API keys with this scope may call it; without a scope, none may. */
  readonly scope?: ApiScope;
  /**
   * The user must have confirmed in this session within CONFIRMATION_VALID_S that it is them, because the call changes
   * who gets in, who leads, or where mail goes. Otherwise the call is refused with `confirmation_needed`.
   */
  readonly confirmed?: true;
  /** The handler writes the audit entry itself, because the input contains secrets or is not what matters. */
  readonly loggedByHandler?: true;
  /** Waits for another server or slow checks, so the handler runs outside the transaction of the audit entry. */
  readonly callsService?: true;
  /** Public only because the caller's address may be unverified: without an ID token it is refused. */
  readonly needsIdToken?: true;
  /** Cookies that the call reads if they are sent, and that a successful reply sets. */
  readonly cookies?: {
    readonly reads?: readonly CookieName[];
    readonly sets?: readonly CookieName[];
  };
  /** Also available to everyone during maintenance. */
  readonly availableWhenClosed?: true;
  /** Requires an unused proof of work for this action. */
  readonly captcha?: CaptchaAction;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
  /** The body is the bytes of a file. */
  readonly upload?: Upload;
  /** The reply is a file of this media type, which never changes at its URL unless `noStore` is set. */
  readonly file?: string;
  /** Proxies and browsers must not store the file. */
  readonly noStore?: true;
  /** The file has an ETag, and a client that has it already is told so (304). */
  readonly conditional?: true;
  /** 200, or 201 if the call creates something. */
  readonly status?: 201;
  /** A POST that can be retried safely: the same Idempotency-Key and body get the same reply for 24 hours. */
  readonly idempotent?: true;
  /** Measures many rides. Refused early, with `Retry-After`, while more is asked than the machine can do. */
  readonly costly?: true;
  readonly limits?: readonly RateLimit[];
  readonly problems?: readonly ProblemCode[];
}

export const endpoint = <const E extends Endpoint>(e: E): E => e;

type EndpointPart<E, K extends string, Side extends "input" | "output"> = E extends {
  [P in K]: infer Z extends z.ZodMiniType;
}
  ? { [P in K]: Side extends "input" ? z.input<Z> : z.output<Z> }
  : unknown;

/** Input as the caller passes it. */
export type Input<E extends Endpoint> = EndpointPart<E, "params", "input"> &
  EndpointPart<E, "query", "input"> &
  EndpointPart<E, "body", "input">;
/** Parsed input as the handler receives it. */
export type ParsedInput<E extends Endpoint> = EndpointPart<E, "params", "output"> &
  EndpointPart<E, "query", "output"> &
  EndpointPart<E, "body", "output">;
export type Reply<E extends Endpoint> = z.output<E["reply"]>;
/** Handler result, before the contract strips fields that it does not name. */
export type HandlerResult<E extends Endpoint> = z.input<E["reply"]>;
