import type * as z from "zod/mini";
import type { ProblemCode } from "./problem.ts";
import type { CaptchaAction } from "./proof-of-work.ts";

/** How often one caller may make a call: `count` times in any `perS` seconds, told apart by account or by network address. */
export interface RateLimit {
  readonly by: "account" | "address";
  readonly count: number;
  readonly perS: number;
}

/** A body that is a file instead of JSON. */
export interface Upload {
  /** Media types that may be announced; the first is what the web says. What the bytes really are is for the use case to find out. */
  readonly types: readonly [string, ...string[]];
  readonly maxBytes: number;
  /** What is answered to another type, and to more bytes. */
  readonly unsupportedTypeProblem: ProblemCode;
  readonly tooLargeProblem: ProblemCode;
}

/** One call the web may make: where it goes, who may make it, what it carries, what comes back. */
export interface Endpoint {
  /** One line for the API description. */
  readonly summary: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Under `/api`; `:name` marks a parameter. */
  readonly path: `/${string}`;
  /** Nobody but who is named here gets past the door. What moderators call is written into the log of their acts. */
  readonly access: "public" | "signed-in" | "moderator";
  /** Answered also while moderators have closed the service for everybody else. */
  readonly availableWhenClosed?: true;
  /** Heard only with a proof of work that was made for this action and never used. */
  readonly captcha?: CaptchaAction;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
  /** The body is the bytes of a file. */
  readonly upload?: Upload;
  /** The reply is the bytes of a file of this media type, which stay the same for as long as the address is good. */
  readonly file?: string;
  /** Such a file is kept by nobody on its way, nor by the reader's browser. */
  readonly noStore?: true;
  /** 200 unless the call creates something. */
  readonly status?: 201;
  /** A POST that creates or decides: the same Idempotency-Key and body gets the same answer for 24 hours. */
  readonly idempotent?: true;
  readonly limits?: readonly RateLimit[];
  readonly problems?: readonly ProblemCode[];
}

export const endpoint = <const E extends Endpoint>(e: E): E => e;

type EndpointPart<E, K extends string, Side extends "input" | "output"> = E extends {
  [P in K]: infer Z extends z.ZodMiniType;
}
  ? { [P in K]: Side extends "input" ? z.input<Z> : z.output<Z> }
  : unknown;

/** What a caller hands over. */
export type Input<E extends Endpoint> = EndpointPart<E, "params", "input"> &
  EndpointPart<E, "query", "input"> &
  EndpointPart<E, "body", "input">;
/** What a handler receives, parsed. */
export type ParsedInput<E extends Endpoint> = EndpointPart<E, "params", "output"> &
  EndpointPart<E, "query", "output"> &
  EndpointPart<E, "body", "output">;
export type Reply<E extends Endpoint> = z.output<E["reply"]>;
/** What a handler gives back, before the contract has stripped what it does not name. */
export type HandlerResult<E extends Endpoint> = z.input<E["reply"]>;
