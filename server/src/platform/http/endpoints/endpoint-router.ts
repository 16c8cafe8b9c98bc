import { createHash } from "node:crypto";
import { endpoints } from "@commonlane/contract/all";
import type { HandlerResult, Endpoint, ParsedInput } from "@commonlane/contract/endpoint";
import { type CaptchaAction, PROOF_OF_WORK_HEADER } from "@commonlane/contract/proof-of-work";
import { Bytes } from "@commonlane/contract/shapes";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { type Context, type InTransaction, transaction } from "../../context.ts";
import { type Exchange, FastifyExchange } from "./exchange.ts";
import { type FastPathResult, executeFastPath } from "./fast-path.ts";
import { mountUploadRoute, sendFile } from "./file-transfer.ts";
import { runIdempotently, readIdempotencyKey } from "./idempotency.ts";
import { parseInput } from "./parse-input.ts";
import { isCrossSite } from "../network/host-check.ts";
import { Problem } from "../problem.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import { PrebuiltReply, SerializedReply } from "./serialized-reply.ts";

/** Who makes a call, as the ID token tells. */
export interface Caller {
  readonly uid: string;
  readonly sessionId: string;
  readonly emailVerified: boolean;
}
/** The bearer of an ID token, or undefined where the token is not good (any more). */
export type Authenticate = (bearerToken: string) => Promise<Caller | undefined>;
/**
 * Looks at the proof of work that came with a call from this address, and gives back how to use it up. Throws captcha_missing,
 * captcha_wrong or captcha_over, the last also when it is used up twice.
 */
export type CheckProof = (
  action: CaptchaAction,
  proof: string | undefined,
  address: string,
) => Promise<() => Promise<void>>;
/** Who may make the calls for moderators, and how each is written down, together with what it does. */
export interface ModerationHooks {
  readonly isModerator: (uid: string) => Promise<boolean>;
  /** Why nobody but they gets in now, where that is so. */
  readonly closedMessage?: () => Promise<string | null>;
  readonly logModeratorCall: (
    ctx: InTransaction,
    moderatorUid: string,
    call: string,
    callInput: unknown,
  ) => Promise<void>;
}
/** What a module's door exports: mounts its calls. */
export type RegisterRoutes = (router: EndpointRouter) => void;

type CallerOf<E extends Endpoint> = E["access"] extends "signed-in" | "moderator" ? Caller : Caller | undefined;
type Handler<E extends Endpoint> = (
  ctx: Context,
  input: ParsedInput<E>,
  caller: CallerOf<E>,
  exchange: Exchange,
) => Promise<HandlerResult<E> | SerializedReply<E> | PrebuiltReply>;

/** Prepares a call that one statement can do; nothing where it takes more, or will be refused. */
type FastPath<E extends Endpoint> = (
  ctx: Context,
  input: ParsedInput<E>,
  caller: CallerOf<E>,
) => Promise<FastPathResult<E> | undefined>;

interface HandlerOptions<E extends Endpoint> {
  /**
   * Has the roads remembered that the call will need, since nobody is asked in a transaction; done where the router knows
   * any. It refuses nothing.
   */
  readonly prefetch?: (ctx: Context, input: ParsedInput<E>, caller: CallerOf<E>) => Promise<unknown>;
  readonly fastPath?: FastPath<E>;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

interface RouterDependencies {
  readonly ctx: Context;
  readonly http: FastifyInstance;
  readonly authenticate: Authenticate;
  readonly checkProof: CheckProof;
  readonly rateLimits: RateLimits;
  /** Without it nobody is a moderator. */
  readonly moderation?: ModerationHooks;
  /** Those that may be bound; all of the contract unless a test brings its own. */
  readonly bindable?: readonly Endpoint[];
}

/** Binds contract endpoints to use cases: authenticate, parse, call, reply with what the contract names and no more. */
export class EndpointRouter {
  readonly #dependencies: RouterDependencies;
  readonly #unbound: Set<Endpoint>;
  readonly #secure: boolean;

  constructor(dependencies: RouterDependencies) {
    this.#dependencies = dependencies;
    this.#unbound = new Set(dependencies.bindable ?? endpoints.map(({ endpoint }) => endpoint));
    this.#secure = dependencies.ctx.settings.PUBLIC_URL?.startsWith("https:") ?? false;
    if (!dependencies.http.hasRequestDecorator("caller")) dependencies.http.decorateRequest("caller");
  }

  /** The endpoints of the contract that nobody has bound yet. */
  get unbound(): readonly Endpoint[] {
    return [...this.#unbound];
  }

  /**
   * Throws for an endpoint that the contract does not list, or that is bound already. What can be done at once is tried
   * before the long way, which decides everything.
   */
  on<E extends Endpoint>(endpoint: E, handler: Handler<E>, { prefetch, fastPath }: HandlerOptions<E> = {}): void {
    const { method, path, access, idempotent, upload, file, status = 200 } = endpoint;
    const call = `${method} ${path}`;
    if (!this.#unbound.delete(endpoint)) throw new Error(`${call} is not in the contract, or is bound already.`);
    if (idempotent && access === "public") throw new Error(`${call} has no account to keep its keys under.`);
    if (idempotent && endpoint.captcha) throw new Error(`${call} would want a second proof for the same answer.`);
    const { ctx } = this.#dependencies;

    const respond = async (ctx: Context, input: ParsedInput<E>, request: FastifyRequest, exchange: Exchange) => {
      const result = await this.#runLogged(endpoint, { ctx, input, caller: request.caller }, (ctx) =>
        handler(ctx, input, request.caller as CallerOf<E>, exchange),
      );
      return (
        result instanceof SerializedReply || result instanceof PrebuiltReply
          ? result
          : new SerializedReply(endpoint, result)
      ).text;
    };
    const route: RouteOptions = {
      method,
      url: `/api${path}`,
      onRequest: this.#createAdmission(endpoint),
      handler: async (request, reply) => {
        const input = parseInput(endpoint, request);
        const exchange = new FastifyExchange(request, reply, this.#secure);
        if (file !== undefined) {
          const bytes = await handler(ctx, input, request.caller as CallerOf<E>, exchange);
          return sendFile(reply, { type: file, noStore: endpoint.noStore }, Bytes.parse(bytes));
        }
        const key = idempotent && readIdempotencyKey(request.headers["idempotency-key"]);
        const claim = key
          ? { uid: request.caller?.uid ?? "", key, endpoint: call, bodyHash: hashInput(input) }
          : undefined;
        if (ctx.routing.hasRoadData) await prefetch?.(ctx, input, request.caller as CallerOf<E>).catch(ignoreProblems);
        const operation = await fastPath?.(ctx, input, request.caller as CallerOf<E>);
        if (operation) {
          const { text } = new SerializedReply(endpoint, operation.reply);
          if (await executeFastPath(operation, claim && { claim, status, text })) return sendJson(reply, status, text);
        }
        if (!claim) return sendJson(reply, status, await respond(ctx, input, request, exchange));
        const idempotentReply = await runIdempotently(ctx, claim, request.id, async (ctx) => ({
          status,
          text: await respond(ctx, input, request, exchange),
        }));
        if (idempotentReply.replayed) reply.header("idempotency-replayed", "true");
        return sendJson(reply, idempotentReply.status, idempotentReply.text);
      },
    };
    if (upload) mountUploadRoute(this.#dependencies.http, upload, route);
    else this.#dependencies.http.route(route);
  }

  /** Does what was asked for; what a moderator asks for in one transaction with the line that tells of it. */
  #runLogged<T>(
    endpoint: Endpoint,
    { ctx, input, caller }: { ctx: Context; input: unknown; caller: Caller | undefined },
    operation: (ctx: Context) => Promise<T>,
  ): Promise<T> {
    if (endpoint.access !== "moderator") return operation(ctx);
    const { moderation } = this.#dependencies;
    if (!moderation || !caller) throw new Problem("moderators_only");
    return transaction(ctx, async (ctx) => {
      await moderation.logModeratorCall(ctx, caller.uid, endpointNames.get(endpoint) ?? endpoint.path, input);
      return operation(ctx);
    });
  }

  /** Everything that is decided before the body is read: who calls, and whether they may. */
  #createAdmission({ method, path, access, captcha, availableWhenClosed, limits = [] }: Endpoint) {
    const { ctx, authenticate, checkProof, rateLimits, moderation } = this.#dependencies;
    const call = `${method} ${path}`;
    const byAddress = rateLimits.guardFor(
      call,
      limits.filter(({ by }) => by === "address"),
    );
    const byAccount = rateLimits.guardFor(
      call,
      limits.filter(({ by }) => by === "account"),
    );
    const closed = access !== "public";
    const isMutation = method !== "GET";
    return async (request: FastifyRequest): Promise<void> => {
      if (isMutation && isCrossSite(request.headers, ctx.settings)) throw new Problem("not_yours");
      // Before the limits, so that whoever brings no proof does not use up those of their neighbours.
      const consumeProof =
        captcha && (await checkProof(captcha, readProofHeader(request.headers[PROOF_OF_WORK_HEADER]), request.ip));
      await byAddress?.(request.ip);
      const token = parseBearer(request.headers.authorization);
      const caller = token === undefined ? undefined : await authenticate(token);
      if (closed && !caller) throw new Problem("signed_out");
      if (closed && !caller?.emailVerified) throw new Problem("email_unverified");
      if (caller) await byAccount?.(caller.uid);
      if (access === "moderator" && !(caller && (await moderation?.isModerator(caller.uid))))
        throw new Problem("moderators_only");
      if (!availableWhenClosed && moderation) await assertServiceOpen(moderation, caller);
      await consumeProof?.();
      request.caller = caller;
    };
  }
}

/** The call itself refuses, and keeps that it did. */
function ignoreProblems(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}

async function assertServiceOpen(
  { closedMessage: closed, isModerator }: ModerationHooks,
  caller: Caller | undefined,
): Promise<void> {
  const message = await closed?.();
  if (message && !(caller && (await isModerator(caller.uid)))) throw new Problem("closed_for_now", { message });
}

const endpointNames = new Map<Endpoint, string>(endpoints.map(({ name, endpoint }) => [endpoint, name]));

function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type("application/json; charset=utf-8").send(text);
}

function parseBearer(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

/** A header that came twice is no proof. */
const readProofHeader = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(", ") : header);

/** The same for the same input, however its keys were ordered and whatever it carried that nobody asked for. */
const hashInput = (input: unknown) => createHash("sha256").update(JSON.stringify(input)).digest("base64url");
