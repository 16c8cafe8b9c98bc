import { createHash } from "node:crypto";
import { endpoints } from "@commonlane/contract/all";
import type {
  HandlerResult,
  Endpoint,
  ParsedInput,
  RateLimit,
} from "@commonlane/contract/endpoint";
import { type CaptchaAction, PROOF_OF_WORK_HEADER } from "@commonlane/contract/proof-of-work";
import { Bytes } from "@commonlane/contract/shapes";
import type { Language } from "@commonlane/contract/languages";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import {
  type Context,
  type InTransaction,
  type OutsideContext,
  transaction,
} from "../../context.ts";
import type { Caller } from "./caller.ts";
import { type Exchange, FastifyExchange } from "./exchange.ts";
import { type FastPathResult, executeFastPath } from "./fast-path.ts";
import { mountUploadRoute, sendFile } from "./file-transfer.ts";
import { runIdempotently, readIdempotencyKey } from "./idempotency.ts";
import type { Overload } from "./overload.ts";
import { parseInput } from "./parse-input.ts";
import { isCrossSite } from "../network/host-check.ts";
import { PAGE_LANGUAGE_VARY, readerLanguage, replyLanguage } from "../page-language.ts";
import { Problem } from "../problem.ts";
import type { Guard, RateLimits } from "../rate-limits/rate-limits.ts";
import { withOpenCursor, withSealedCursors, sealCursor } from "./sealed-cursors.ts";
import { PrebuiltPage, SerializedReply, type TranslateLabel } from "./serialized-reply.ts";

export type { Caller } from "./caller.ts";
/** Returns the bearer of an ID token, or undefined if the token is not valid (any more). */
export type Authenticate = (bearerToken: string) => Promise<Caller | undefined>;
/** Throws confirmation_needed unless the user of this session has confirmed recently that it is them. */
export type AssertConfirmed = (caller: Caller) => Promise<void>;
/** A valid proof of work that has not been used up yet. */
export interface CheckedProof {
  /** Throws captcha_over if another request has used it. */
  readonly consume: () => Promise<void>;
  /** Throws captcha_over, with a `HarderChallenge`, if the accounts that the request is about need more work. */
  readonly assertSufficient: (request: { uid: string | undefined; body: unknown }) => Promise<void>;
}
/**
 * Checks the proof of work of a request from this address. Throws captcha_missing, captcha_wrong or captcha_over.
 */
export type CheckProof = (
  action: CaptchaAction,
  proof: string | undefined,
  address: string,
) => Promise<CheckedProof>;
/** Roles with endpoints of their own. */
export type PrivilegedRole = "moderator" | "administrator";
/** Authorizes endpoints of moderators and administrators and records each call in the audit log. */
export interface ModerationHooks {
  readonly hasRole: (uid: string, role: PrivilegedRole) => Promise<boolean>;
  /** Throws second_factor_required if the community requires a second factor that the caller's session has not shown. */
  readonly assertSecondFactor?: (caller: Caller) => Promise<void>;
  /** Records that a call which needs a confirmation was refused. */
  readonly logRefusedCall?: (refusal: {
    callerUid: string;
    call: string;
    reason: string;
  }) => Promise<void>;
  /** Message to show while only moderators have access; null if the community is open. */
  readonly closedMessage?: () => Promise<string | null>;
  readonly logModeratorCall: (
    ctx: InTransaction,
    moderatorUid: string,
    call: string,
    callInput: unknown,
  ) => Promise<void>;
}
/** A module's entry point: registers its endpoints. */
export type RegisterRoutes = (router: EndpointRouter) => void;

type CallerOf<E extends Endpoint> = E["access"] extends "public" ? Caller | undefined : Caller;
/** A handler that runs in the transaction of its idempotency key or audit entry cannot call other services. */
type ContextOf<E extends Endpoint> = E extends { callsService: true }
  ? OutsideContext
  : E extends { idempotent: true } | { access: PrivilegedRole }
    ? Context
    : OutsideContext;
type Handler<E extends Endpoint> = (
  ctx: ContextOf<E>,
  input: ParsedInput<E>,
  caller: CallerOf<E>,
  exchange: Exchange,
) => Promise<HandlerResult<E> | SerializedReply<E> | PrebuiltPage>;

/** Prepares a request that a single statement can execute; undefined if it needs more or will be refused. */
type FastPath<E extends Endpoint> = (
  ctx: Context,
  input: ParsedInput<E>,
  caller: CallerOf<E>,
) => Promise<FastPathResult<E> | undefined>;

interface HandlerOptions<E extends Endpoint> {
  /**
   * Prefetches the routes that the request will need, since no service is called inside a transaction; runs only if
   * there is road data. Never refuses a request.
   */
  readonly prefetch?: (
    ctx: Context,
    input: ParsedInput<E>,
    caller: CallerOf<E>,
  ) => Promise<unknown>;
  readonly fastPath?: FastPath<E>;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
    proof: CheckedProof | undefined;
    /** The language chosen in the settings of the caller's account, also if the call is refused. */
    accountLanguage: Language | undefined;
  }
}

interface RouterDependencies {
  readonly ctx: OutsideContext;
  readonly http: FastifyInstance;
  readonly authenticate: Authenticate;
  readonly checkProof: CheckProof;
  /** Without it, calls that need a confirmation cannot be bound. */
  readonly assertConfirmed?: AssertConfirmed;
  readonly rateLimits: RateLimits;
  /** Without it, costly calls are always admitted. */
  readonly overload?: Overload;
  /** Without it there are no moderators. */
  readonly moderation?: ModerationHooks;
  /** Names the places of a reply in the reader's language. Without it they keep the labels that were stored. */
  readonly loadLabelTranslation?: () => Promise<TranslateLabel>;
  /** Endpoints that may be bound; defaults to the whole contract, tests pass their own. */
  readonly bindable?: readonly Endpoint[];
}

/**
 * Binds contract endpoints to use cases: authenticates, parses, calls the handler and returns only what the contract
 * defines.
 */
export class EndpointRouter {
  readonly #dependencies: RouterDependencies;
  readonly #unbound: Set<Endpoint>;
  readonly #secure: boolean;

  constructor(dependencies: RouterDependencies) {
    this.#dependencies = dependencies;
    this.#unbound = new Set(dependencies.bindable ?? endpoints.map(({ endpoint }) => endpoint));
    this.#secure = dependencies.ctx.settings.PUBLIC_URL?.startsWith("https:") ?? false;
    for (const name of ["caller", "proof", "accountLanguage"])
      if (!dependencies.http.hasRequestDecorator(name)) dependencies.http.decorateRequest(name);
  }

  /** Endpoints of the contract without a handler. */
  get unbound(): readonly Endpoint[] {
    return [...this.#unbound];
  }

  /**
   * Registers a handler. Throws if the contract does not list the endpoint or it already has a handler. Tries the fast
   * path first; the full handler decides everything else.
   */
  on<E extends Endpoint>(
    endpoint: E,
    handler: Handler<E>,
    { prefetch, fastPath }: HandlerOptions<E> = {},
  ): void {
    const { method, path, access, idempotent, upload, file, status = 200 } = endpoint;
    const call = `${method} ${path}`;
    if (!this.#unbound.delete(endpoint))
      throw new Error(`${call} is not in the contract, or already has a handler.`);
    if (idempotent && access === "public")
      throw new Error(`${call} needs an account to store idempotency keys.`);
    if (idempotent && endpoint.callsService)
      throw new Error(`${call} would call a service in a transaction.`);
    if (idempotent && endpoint.captcha)
      throw new Error(`${call} would require a second proof for the same reply.`);
    const { assertConfirmed } = this.#dependencies;
    const appContext = this.#dependencies.ctx;
    if (endpoint.confirmed && (access === "public" || !assertConfirmed))
      throw new Error(`${call} cannot check whether the caller has confirmed.`);

    const secretGuards = {
      known: this.#guardFor(endpoint, "secret"),
      unknown: this.#guardFor(endpoint, "unknown secret"),
    };
    const respond = async (
      ctx: Context,
      input: ParsedInput<E>,
      request: FastifyRequest,
      exchange: Exchange,
    ) => {
      const result = await this.#runLogged(
        endpoint,
        { ctx, input, caller: request.caller },
        (ctx) => handler(ctx as ContextOf<E>, input, request.caller as CallerOf<E>, exchange),
      );
      if (result instanceof SerializedReply) return this.#toText(request, result);
      const cursorContext = { db: appContext.db, call, uid: request.caller?.uid };
      if (result instanceof PrebuiltPage)
        return result.textWith(
          result.nextCursor && (await sealCursor(cursorContext, result.nextCursor)),
        );
      const reply = await withSealedCursors(cursorContext, result);
      return this.#toText(request, new SerializedReply(endpoint, reply));
    };
    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const language = replyLanguage(request, appContext.community.language);
      const ctx = { ...appContext, language };
      reply.headers({ "content-language": language, vary: PAGE_LANGUAGE_VARY });
      const parsed = parseInput(endpoint, request, language);
      const input = await withOpenCursor(
        { db: appContext.db, call, uid: request.caller?.uid },
        parsed,
      );
      await request.proof?.assertSufficient({ uid: request.caller?.uid, body: request.body });
      const exchange = new FastifyExchange(request, reply, { secure: this.#secure, secretGuards });
      if (file !== undefined) {
        const bytes = await handler(
          ctx as ContextOf<E>,
          input,
          request.caller as CallerOf<E>,
          exchange,
        );
        const { noStore, conditional } = endpoint;
        return sendFile(request, reply, { type: file, noStore, conditional }, Bytes.parse(bytes));
      }
      const key = idempotent && readIdempotencyKey(request.headers["idempotency-key"]);
      const claim = key
        ? { uid: request.caller?.uid ?? "", key, endpoint: call, bodyHash: hashInput(input) }
        : undefined;
      if (ctx.routing.hasRoadData)
        await prefetch?.(ctx, input, request.caller as CallerOf<E>).catch(ignoreProblems);
      const operation = await fastPath?.(ctx, input, request.caller as CallerOf<E>);
      if (operation) {
        const text = await this.#toText(request, new SerializedReply(endpoint, operation.reply));
        if (await executeFastPath(operation, claim && { claim, status, text }))
          return sendJson(reply, status, text);
      }
      if (!claim) return sendJson(reply, status, await respond(ctx, input, request, exchange));
      const idempotentReply = await runIdempotently(ctx, claim, request.id, async (ctx) => ({
        status,
        text: await respond(ctx, input, request, exchange),
      }));
      if (idempotentReply.replayed) reply.header("idempotency-replayed", "true");
      return sendJson(reply, idempotentReply.status, idempotentReply.text);
    };
    const route: RouteOptions = {
      method,
      url: `/api${path}`,
      onRequest: this.#createAdmission(endpoint),
      handler: (request, reply) =>
        this.#withCapacity(endpoint, () =>
          this.#loggingRefusals(endpoint, request.caller, () => handle(request, reply)),
        ),
    };
    if (upload) mountUploadRoute(this.#dependencies.http, upload, route);
    else this.#dependencies.http.route(route);
  }

  #withCapacity<T>({ costly }: Endpoint, work: () => Promise<T>): Promise<T> {
    const { overload } = this.#dependencies;
    return costly && overload ? overload.run(work) : work();
  }

  /** A client that names no language, as programs do, gets the labels of places as they were stored. */
  async #toText<E extends Endpoint>(
    request: FastifyRequest,
    reply: SerializedReply<E>,
  ): Promise<string> {
    const language = readerLanguage(request);
    const load = this.#dependencies.loadLabelTranslation;
    return language && load ? reply.textIn(language, await load()) : reply.text;
  }

  /** Runs the handler; for moderators and administrators in one transaction with the audit log entry. */
  #runLogged<T>(
    endpoint: Endpoint,
    { ctx, input, caller }: { ctx: Context; input: unknown; caller: Caller | undefined },
    operation: (ctx: Context) => Promise<T>,
  ): Promise<T> {
    const { access, loggedByHandler, callsService } = endpoint;
    if (!isPrivileged(access)) return operation(ctx);
    const { moderation } = this.#dependencies;
    if (!moderation || !caller) throw new Problem(REFUSALS[access]);
    if (loggedByHandler) return transaction(ctx, operation);
    const logCall = (ctx: InTransaction) =>
      moderation.logModeratorCall(
        ctx,
        caller.uid,
        endpointNames.get(endpoint) ?? endpoint.path,
        input,
      );
    if (callsService) return transaction(ctx, logCall).then(() => operation(ctx));
    return transaction(ctx, async (ctx) => {
      await logCall(ctx);
      return operation(ctx);
    });
  }

  /** Records who was refused a change of who gets in, who leads, or where mail goes, after everything was rolled back. */
  async #loggingRefusals<T>(
    endpoint: Endpoint,
    caller: Caller | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const logRefusedCall = this.#dependencies.moderation?.logRefusedCall;
    if (!endpoint.confirmed || !isPrivileged(endpoint.access) || !caller || !logRefusedCall)
      return work();
    return work().catch(async (error: unknown) => {
      const isRefusal = error instanceof Problem && LOGGED_REFUSALS.has(error.status);
      const call = endpointNames.get(endpoint) ?? endpoint.path;
      if (isRefusal) await logRefusedCall({ callerUid: caller.uid, call, reason: error.code });
      throw error;
    });
  }

  /** One guard for all limits of this kind; undefined if there are none. */
  #guardFor({ method, path, limits = [] }: Endpoint, kind: RateLimit["by"]): Guard | undefined {
    const ofKind = limits.filter(({ by }) => by === kind);
    return this.#dependencies.rateLimits.guardFor(`${method} ${path}`, ofKind);
  }

  /** Everything checked before the body is read: the caller and their permission. */
  #createAdmission(endpoint: Endpoint) {
    const { method, access, confirmed, captcha, availableWhenClosed } = endpoint;
    const { ctx, authenticate, checkProof, assertConfirmed, moderation } = this.#dependencies;
    const byAddress = this.#guardFor(endpoint, "address");
    const byAccount = this.#guardFor(endpoint, "account");
    const closed = access !== "public";
    const isMutation = method !== "GET";
    return async (request: FastifyRequest): Promise<void> => {
      if (isMutation && isCrossSite(request.headers, ctx.settings)) throw new Problem("not_yours");
      // Checked before the limits, so that requests without a proof do not use up the limits of their neighbours.
      const proof =
        captcha &&
        (await checkProof(
          captcha,
          readProofHeader(request.headers[PROOF_OF_WORK_HEADER]),
          request.ip,
        ));
      await byAddress?.(request.ip);
      const token = parseBearer(request.headers.authorization);
      const caller = token === undefined ? undefined : await authenticate(token);
      request.accountLanguage = caller?.language;
      if (closed && !caller) throw new Problem("signed_out");
      if (closed && !caller?.emailVerified) throw new Problem("email_unverified");
      if (caller) await byAccount?.(caller.uid);
      if (isPrivileged(access))
        await this.#loggingRefusals(endpoint, caller, () =>
          assertPrivileged(moderation, caller, access),
        );
      if (!availableWhenClosed && moderation) await assertServiceOpen(moderation, caller);
      if (confirmed && caller) await assertConfirmed?.(caller);
      await proof?.consume();
      request.caller = caller;
      request.proof = proof;
    };
  }
}

/** Not found, not allowed, or not possible now; a form filled in wrongly is none. */
const LOGGED_REFUSALS: ReadonlySet<number> = new Set([403, 404, 409]);
const REFUSALS = { moderator: "moderators_only", administrator: "administrators_only" } as const;
const isPrivileged = (access: Endpoint["access"]): access is PrivilegedRole => access in REFUSALS;

/** Throws moderators_only, administrators_only or second_factor_required. */
async function assertPrivileged(
  moderation: ModerationHooks | undefined,
  caller: Caller | undefined,
  access: PrivilegedRole,
): Promise<void> {
  if (!caller || !(await moderation?.hasRole(caller.uid, access)))
    throw new Problem(REFUSALS[access]);
  await moderation?.assertSecondFactor?.(caller);
}

/** The full handler refuses the request and stores the refusal. */
function ignoreProblems(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}

async function assertServiceOpen(
  { closedMessage, hasRole }: ModerationHooks,
  caller: Caller | undefined,
): Promise<void> {
  const message = await closedMessage?.();
  if (message && !(caller && (await hasRole(caller.uid, "moderator"))))
    throw new Problem("closed_for_now", { message });
}

const endpointNames = new Map<Endpoint, string>(
  endpoints.map(({ name, endpoint }) => [endpoint, name]),
);

function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type("application/json; charset=utf-8").send(text);
}

function parseBearer(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

/** Joins repeated headers, which makes the proof invalid. */
const readProofHeader = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(", ") : header;

/** Equal for equal input, regardless of key order and unknown fields. */
const hashInput = (input: unknown) =>
  createHash("sha256").update(JSON.stringify(input)).digest("base64url");
