import { createHash } from "node:crypto";
import { endpoints } from "@commonlane/contract/all";
import type { HandlerResult, Endpoint, ParsedInput } from "@commonlane/contract/endpoint";
import { Bytes } from "@commonlane/contract/shapes";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Context, OutsideContext } from "../../context.ts";
import { PAGE_LANGUAGE_VARY, readerLanguage, replyLanguage } from "../page-language.ts";
import {
  type AdmissionDependencies,
  type Authenticate,
  type AuthenticateKey,
  type CheckedProof,
  type CheckProof,
  createAdmission,
  createReadmission,
  guardFor,
} from "./admission.ts";
import { type Caller, type Exchange, FastifyExchange, type SecretGuards } from "./exchange.ts";
import { type FastPathResult, executeFastPath } from "./fast-path.ts";
import { mountUploadRoute, sendFile } from "./file-transfer.ts";
import { runIdempotently, readIdempotencyKey } from "./idempotency.ts";
import {
  isPrivileged,
  type PrivilegedRole,
  runLogged,
  withRefusalsLogged,
} from "./moderation-access.ts";
import type { Overload } from "./overload.ts";
import { parseInput } from "./parse-input.ts";
import { withOpenCursor, withSealedCursors, sealCursor } from "./sealed-cursors.ts";
import { PrebuiltPage, SerializedReply, type TranslateLabel } from "./serialized-reply.ts";

export type { Authenticate, AuthenticateKey, Caller, CheckedProof, CheckProof, PrivilegedRole };

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
  readonly fastPath?: FastPath<E>;
}

/** An endpoint with what answers it. */
interface Binding<E extends Endpoint> extends HandlerOptions<E> {
  readonly endpoint: E;
  readonly handler: Handler<E>;
  readonly secretGuards: SecretGuards;
}

/** A parsed request. */
interface Call<E extends Endpoint> {
  readonly ctx: Context;
  readonly input: ParsedInput<E>;
  readonly request: FastifyRequest;
  readonly exchange: Exchange;
}

interface RouterDependencies extends AdmissionDependencies {
  readonly ctx: OutsideContext;
  readonly http: FastifyInstance;
  /** Without it, costly calls are always admitted. */
  readonly overload?: Overload;
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
   *
   * @example
   *   http.on(blocks.list, (ctx, { query }, caller) => listOwnBlocks(ctx, caller, query));
   */
  on<E extends Endpoint>(endpoint: E, handler: Handler<E>, options: HandlerOptions<E> = {}): void {
    if (!this.#unbound.delete(endpoint))
      throw new Error(`${nameOf(endpoint)} is not in the contract, or already has a handler.`);

    const { http, moderation, rateLimits, assertConfirmed } = this.#dependencies;
    assertBindable(endpoint, { canConfirm: assertConfirmed !== undefined });
    const secretGuards = {
      known: guardFor(rateLimits, endpoint, "secret"),
      unknown: guardFor(rateLimits, endpoint, "unknown secret"),
    };
    const binding = { ...options, endpoint, handler, secretGuards };
    const readmit = createReadmission(endpoint, this.#dependencies);
    const route: RouteOptions = {
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      onRequest: createAdmission(endpoint, this.#dependencies),
      ...(readmit && { preHandler: readmit }),
      handler: (request, reply) => {
        const work = () => this.#handle(binding, request, reply);
        return this.#withCapacity(endpoint, () =>
          withRefusalsLogged(moderation, endpoint, request.caller, work),
        );
      },
    };
    if (endpoint.upload) mountUploadRoute(http, endpoint.upload, route);
    else http.route(route);
  }

  #withCapacity<T>({ costly }: Endpoint, work: () => Promise<T>): Promise<T> {
    const { overload } = this.#dependencies;
    return costly && overload ? overload.run(work) : work();
  }

  async #handle<E extends Endpoint>(
    binding: Binding<E>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { endpoint, secretGuards } = binding;
    const appContext = this.#dependencies.ctx;
    const language = replyLanguage(request, appContext.community.language);
    reply.headers({
      "content-language": language,
      vary: PAGE_LANGUAGE_VARY,
    });

    const parsed = parseInput(endpoint, request, language);
    const input = await withOpenCursor(this.#cursorContext(endpoint, request), parsed);
    await request.proof?.assertSufficient({
      uid: request.caller?.uid,
      body: request.body,
    });

    const ctx = { ...appContext, language };
    const exchange = new FastifyExchange(request, reply, { secure: this.#secure, secretGuards });
    const call = { ctx, input, request, exchange };
    return endpoint.file === undefined
      ? this.#replyWithJson(binding, call, reply)
      : this.#replyWithFile(binding, call, endpoint.file, reply);
  }

  async #replyWithFile<E extends Endpoint>(
    { endpoint, handler }: Binding<E>,
    { ctx, input, request, exchange }: Call<E>,
    type: string,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const caller = request.caller as CallerOf<E>;
    const bytes = await handler(ctx as ContextOf<E>, input, caller, exchange);
    const { noStore, conditional } = endpoint;
    return sendFile(request, reply, { type, noStore, conditional }, Bytes.parse(bytes));
  }

  /** Replies by the fast path if it can; otherwise by the handler, once per idempotency key. */
  async #replyWithJson<E extends Endpoint>(
    binding: Binding<E>,
    call: Call<E>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { endpoint, fastPath } = binding;
    const { ctx, input, request } = call;
    const { status = 200 } = endpoint;
    const caller = request.caller as CallerOf<E>;
    const key = endpoint.idempotent && readIdempotencyKey(request.headers["idempotency-key"]);
    const claim = key
      ? {
          uid: request.caller?.uid ?? "",
          key,
          endpoint: nameOf(endpoint),
          bodyHash: hashInput(input),
        }
      : undefined;

    const operation = await fastPath?.(ctx, input, caller);
    if (operation) {
      const text = await this.#toText(request, new SerializedReply(endpoint, operation.reply));
      const isDone = await executeFastPath(operation, claim && { claim, status, text });
      if (isDone) return sendJson(reply, status, text);
    }

    if (!claim) return sendJson(reply, status, await this.#runHandler(binding, call));
    const idempotentReply = await runIdempotently(ctx, claim, request.id, async (ctx) => ({
      status,
      text: await this.#runHandler(binding, { ...call, ctx }),
    }));
    if (idempotentReply.replayed) reply.header("idempotency-replayed", "true");
    return sendJson(reply, idempotentReply.status, idempotentReply.text);
  }

  /** Returns the handler's reply as JSON. */
  async #runHandler<E extends Endpoint>(
    { endpoint, handler }: Binding<E>,
    { ctx, input, request, exchange }: Call<E>,
  ): Promise<string> {
    const caller = request.caller as CallerOf<E>;
    const result = await runLogged(
      this.#dependencies.moderation,
      endpoint,
      { ctx, input, caller: request.caller },
      (ctx) => handler(ctx as ContextOf<E>, input, caller, exchange),
    );
    if (result instanceof SerializedReply) return this.#toText(request, result);

    const cursorContext = this.#cursorContext(endpoint, request);
    if (result instanceof PrebuiltPage) {
      const { nextCursor } = result;
      return result.textWith(nextCursor && (await sealCursor(cursorContext, nextCursor)));
    }
    const reply = await withSealedCursors(cursorContext, result);
    return this.#toText(request, new SerializedReply(endpoint, reply));
  }

  #cursorContext(endpoint: Endpoint, request: FastifyRequest) {
    const { db } = this.#dependencies.ctx;
    return {
      db,
      call: nameOf(endpoint),
      uid: request.caller?.uid,
    };
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
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** @throws Error if an endpoint asks for what does not go together. */
function assertBindable(endpoint: Endpoint, { canConfirm }: { canConfirm: boolean }): void {
  const { access, idempotent, callsService, captcha, confirmed, scope } = endpoint;
  const call = nameOf(endpoint);
  if (idempotent && access === "public")
    throw new Error(`${call} needs an account to store idempotency keys.`);
  if (idempotent && callsService) throw new Error(`${call} would call a service in a transaction.`);
  if (idempotent && captcha)
    throw new Error(`${call} would require a second proof for the same reply.`);
  if (scope && (confirmed || isPrivileged(access)))
    throw new Error(`${call} is more than a program may do.`);
  if (confirmed && (access === "public" || !canConfirm))
    throw new Error(`${call} cannot check whether the caller has confirmed.`);
}

function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type("application/json; charset=utf-8").send(text);
}

/** Equal for equal input, regardless of key order and unknown fields. */
const hashInput = (input: unknown) =>
  createHash("sha256").update(JSON.stringify(input)).digest("base64url");
