import { API_KEY_PREFIX } from "@commonlane/contract/api-keys";
import type { ApiScope, Endpoint, RateLimit } from "@commonlane/contract/endpoint";
import type { Language } from "@commonlane/contract/languages";
import { type CaptchaAction, PROOF_OF_WORK_HEADER } from "@commonlane/contract/proof-of-work";
import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { isCrossSite } from "../network/host-check.ts";
import { Problem } from "../problem.ts";
import type { Guard, RateLimits } from "../rate-limits/rate-limits.ts";
import type { Caller } from "./exchange.ts";
import {
  assertPrivileged,
  assertServiceOpen,
  isPrivileged,
  type ModerationHooks,
  withRefusalsLogged,
} from "./moderation-access.ts";

/**
 * Returns the bearer of an ID token, or undefined if the token is not valid (any more). Asks the database whether its
 * session is open if `fresh`; otherwise the answer may be half a second old.
 */
export type Authenticate = (
  bearerToken: string,
  options?: { readonly fresh: boolean },
) => Promise<Caller | undefined>;

/**
 * Returns the owner of an API key for an endpoint with this scope.
 *
 * @throws Problem api_key_wrong, api_key_scope or too_many
 */
export type AuthenticateKey = (
  key: string,
  scope: ApiScope | undefined,
  address: string,
) => Promise<Caller>;

/** Throws confirmation_needed unless the user of this session has confirmed recently that it is them. */
export type AssertConfirmed = (caller: Caller) => Promise<void>;

/** A valid proof of work that has not been used up yet. */
export interface CheckedProof {
  /** Throws captcha_over if another request has used it. */
  readonly consume: () => Promise<void>;
  /** Throws captcha_over, with a `HarderChallenge`, if the accounts that the request is about need more work. */
  readonly assertSufficient: (request: { uid: string | undefined; body: unknown }) => Promise<void>;
}

/** Checks the proof of work of a request from this address. Throws captcha_missing, captcha_wrong or captcha_over. */
export type CheckProof = (
  action: CaptchaAction,
  proof: string | undefined,
  address: string,
) => Promise<CheckedProof>;

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
    proof: CheckedProof | undefined;
    /** The language chosen in the settings of the caller's account, also if the call is refused. */
    accountLanguage: Language | undefined;
  }
}

/** What decides whether a request is admitted. */
export interface AdmissionDependencies {
  readonly ctx: Pick<Context, "settings">;
  readonly authenticate: Authenticate;
  /** Without it there are no API keys. */
  readonly authenticateKey?: AuthenticateKey;
  readonly checkProof: CheckProof;
  /** Without it, calls that need a confirmation cannot be bound. */
  readonly assertConfirmed?: AssertConfirmed;
  readonly rateLimits: RateLimits;
  /** Without it there are no moderators. */
  readonly moderation?: ModerationHooks;
}

/** One guard for all limits of this kind; undefined if there are none. */
export function guardFor(
  rateLimits: RateLimits,
  { method, path, limits = [] }: Endpoint,
  kind: RateLimit["by"],
): Guard | undefined {
  const ofKind = limits.filter(({ by }) => by === kind);
  return rateLimits.guardFor(`${method} ${path}`, ofKind);
}

/** Everything checked before the body is read: the caller and their permission. */
export function createAdmission(endpoint: Endpoint, dependencies: AdmissionDependencies) {
  const { method, access, confirmed, captcha, availableWhenClosed } = endpoint;
  const { ctx, checkProof, assertConfirmed, moderation, rateLimits } = dependencies;
  const byAddress = guardFor(rateLimits, endpoint, "address");
  const byAccount = guardFor(rateLimits, endpoint, "account");
  const isMutation = method !== "GET";

  return async (request: FastifyRequest): Promise<void> => {
    if (isMutation && isCrossSite(request.headers, ctx.settings)) throw new Problem("not_yours");

    // Checked before the limits, so that requests without a proof do not use up the limits of their neighbours.
    const header = readProofHeader(request.headers[PROOF_OF_WORK_HEADER]);
    const proof = captcha && (await checkProof(captcha, header, request.ip));
    await byAddress?.(request.ip);

    const caller = await findCaller(endpoint, dependencies, request);
    request.accountLanguage = caller?.language;
    if (access !== "public") assertVerified(caller);
    if (caller) await byAccount?.(caller.uid);

    if (isPrivileged(access)) {
      const check = () => assertPrivileged(moderation, caller, access);
      await withRefusalsLogged(moderation, endpoint, caller, check);
    }
    if (!availableWhenClosed && moderation) await assertServiceOpen(moderation, caller);
    if (confirmed && caller) await assertConfirmed?.(caller);

    await proof?.consume();
    request.caller = caller;
    request.proof = proof;
  };
}

/**
 * Repeats the checks of the caller after the body is read, for calls of the team and those that need a confirmation: a
 * thief may hold the body back until the owner has ended their session. Undefined for all other calls.
 */
export function createReadmission(
  endpoint: Endpoint,
  { authenticate, assertConfirmed, moderation }: AdmissionDependencies,
) {
  const { method, access, confirmed } = endpoint;
  if (method === "GET" || (!confirmed && !isPrivileged(access))) return undefined;

  const readmit = async ({ headers }: FastifyRequest): Promise<void> => {
    const token = parseBearer(headers.authorization) ?? "";
    const caller = await authenticate(token, { fresh: true });
    assertVerified(caller);
    if (isPrivileged(access)) await assertPrivileged(moderation, caller, access);
    if (confirmed) await assertConfirmed?.(caller);
  };
  return (request: FastifyRequest): Promise<void> =>
    withRefusalsLogged(moderation, endpoint, request.caller, () => readmit(request));
}

/** The bearer of an ID token, or the owner of an API key. */
async function findCaller(
  { scope }: Endpoint,
  { authenticate, authenticateKey }: AdmissionDependencies,
  { headers, ip }: FastifyRequest,
): Promise<Caller | undefined> {
  const token = parseBearer(headers.authorization);
  if (token === undefined) return undefined;
  if (authenticateKey && token.startsWith(API_KEY_PREFIX)) return authenticateKey(token, scope, ip);
  return authenticate(token);
}

function assertVerified(caller: Caller | undefined): asserts caller is Caller {
  if (!caller) throw new Problem("signed_out");
  if (!caller.emailVerified) throw new Problem("email_unverified");
}

function parseBearer(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

/** Joins repeated headers, which makes the proof invalid. */
const readProofHeader = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(", ") : header;
