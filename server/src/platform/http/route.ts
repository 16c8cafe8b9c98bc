import { createHash } from "node:crypto";
import { endpoints } from "@commonlane/contract/all";
import type { Answer, Endpoint, Parsed } from "@commonlane/contract/endpoint";
import { type CaptchaAction, PROOF_HEADER } from "@commonlane/contract/proof";
import { Bytes } from "@commonlane/contract/shapes";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { type Context, type InTransaction, transaction } from "../context.ts";
import { type Exchange, HttpExchange } from "./exchange.ts";
import { type Deed, isDone } from "./at-once.ts";
import { mountUpload, sendFile } from "./files.ts";
import { answerOnce, readKey } from "./idempotency.ts";
import { parseInput } from "./input.ts";
import { isCrossSite } from "./own-address.ts";
import { Problem } from "./problem.ts";
import type { RateLimits } from "./rate-limits.ts";
import { Assembled, Written } from "./written.ts";

/** Who makes a call, as the ID token tells. */
export interface Caller {
  readonly uid: string;
  readonly sessionId: string;
  readonly emailVerified: boolean;
}
/** The bearer of an ID token, or undefined where the token is not good (any more). */
export type Authenticate = (bearerToken: string) => Promise<Caller | undefined>;
/**
 * Looks at the proof of work that came with a call, and gives back how to use it up. Throws captcha_missing,
 * captcha_wrong or captcha_over, the last also when it is used up twice.
 */
export type CheckProof = (action: CaptchaAction, proof: string | undefined) => Promise<() => Promise<void>>;
/** Who may make the calls for moderators, and how each is written down, together with what it does. */
export interface Moderation {
  readonly mayModerate: (uid: string) => Promise<boolean>;
  /** Why nobody but they gets in now, where that is so. */
  readonly closed?: () => Promise<string | null>;
  readonly witness: (ctx: InTransaction, moderatorUid: string, call: string, said: unknown) => Promise<void>;
}
/** What a module's door exports: mounts its calls. */
export type Routes = (http: Router) => void;

type CallerOf<E extends Endpoint> = E["access"] extends "signed-in" | "moderator" ? Caller : Caller | undefined;
type Handle<E extends Endpoint> = (
  ctx: Context,
  input: Parsed<E>,
  caller: CallerOf<E>,
  exchange: Exchange,
) => Promise<Answer<E> | Written<E> | Assembled>;

/** Prepares a call that one statement can do; nothing where it takes more, or will be refused. */
type AtOnce<E extends Endpoint> = (ctx: Context, input: Parsed<E>, caller: CallerOf<E>) => Promise<Deed<E> | undefined>;

interface Before<E extends Endpoint> {
  /**
   * Has the roads remembered that the call will need, since nobody is asked in a transaction; done where the router knows
   * any. It refuses nothing.
   */
  readonly ahead?: (ctx: Context, input: Parsed<E>, caller: CallerOf<E>) => Promise<unknown>;
  readonly atOnce?: AtOnce<E>;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

interface Door {
  readonly ctx: Context;
  readonly http: FastifyInstance;
  readonly authenticate: Authenticate;
  readonly checkProof: CheckProof;
  readonly rateLimits: RateLimits;
  /** Without it nobody is a moderator. */
  readonly moderation?: Moderation;
  /** Those that may be bound; all of the contract unless a test brings its own. */
  readonly known?: readonly Endpoint[];
}

/** Binds contract endpoints to use cases: authenticate, parse, call, reply with what the contract names and no more. */
export class Router {
  readonly #door: Door;
  readonly #unbound: Set<Endpoint>;
  readonly #secure: boolean;

  constructor(door: Door) {
    this.#door = door;
    this.#unbound = new Set(door.known ?? endpoints.map(({ endpoint }) => endpoint));
    this.#secure = door.ctx.settings.PUBLIC_URL?.startsWith("https:") ?? false;
    if (!door.http.hasRequestDecorator("caller")) door.http.decorateRequest("caller");
  }

  /** The endpoints of the contract that nobody has bound yet. */
  get unbound(): readonly Endpoint[] {
    return [...this.#unbound];
  }

  /**
   * Throws for an endpoint that the contract does not list, or that is bound already. What can be done at once is tried
   * before the long way, which decides everything.
   */
  on<E extends Endpoint>(endpoint: E, handle: Handle<E>, { ahead, atOnce }: Before<E> = {}): void {
    const { method, path, access, idempotent, upload, file, status = 200 } = endpoint;
    const call = `${method} ${path}`;
    if (!this.#unbound.delete(endpoint)) throw new Error(`${call} is not in the contract, or is bound already.`);
    if (idempotent && access === "public") throw new Error(`${call} has no account to keep its keys under.`);
    if (idempotent && endpoint.captcha) throw new Error(`${call} would want a second proof for the same answer.`);
    const { ctx } = this.#door;

    const answer = async (ctx: Context, input: Parsed<E>, request: FastifyRequest, exchange: Exchange) => {
      const result = await this.#witnessed(endpoint, { ctx, input, caller: request.caller }, (ctx) =>
        handle(ctx, input, request.caller as CallerOf<E>, exchange),
      );
      return (result instanceof Written || result instanceof Assembled ? result : new Written(endpoint, result)).text;
    };
    const route: RouteOptions = {
      method,
      url: `/api${path}`,
      onRequest: this.#admission(endpoint),
      handler: async (request, reply) => {
        const input = parseInput(endpoint, request);
        const exchange = new HttpExchange(request, reply, this.#secure);
        if (file !== undefined) {
          const bytes = await handle(ctx, input, request.caller as CallerOf<E>, exchange);
          return sendFile(reply, { type: file, unkept: endpoint.unkept }, Bytes.parse(bytes));
        }
        const key = idempotent && readKey(request.headers["idempotency-key"]);
        const claim = key ? { uid: request.caller?.uid ?? "", key, call, bodyHash: hashOf(input) } : undefined;
        if (ctx.router.knowsRoads) await ahead?.(ctx, input, request.caller as CallerOf<E>).catch(unlessRefused);
        const deed = await atOnce?.(ctx, input, request.caller as CallerOf<E>);
        if (deed) {
          const { text } = new Written(endpoint, deed.answer);
          if (await isDone(deed, claim && { claim, status, text })) return sendJson(reply, status, text);
        }
        if (!claim) return sendJson(reply, status, await answer(ctx, input, request, exchange));
        const told = await answerOnce(ctx, claim, request.id, async (ctx) => ({
          status,
          text: await answer(ctx, input, request, exchange),
        }));
        if (told.replayed) reply.header("idempotency-replayed", "true");
        return sendJson(reply, told.status, told.text);
      },
    };
    if (upload) mountUpload(this.#door.http, upload, route);
    else this.#door.http.route(route);
  }

  /** Does what was asked for; what a moderator asks for in one transaction with the line that tells of it. */
  #witnessed<T>(
    endpoint: Endpoint,
    { ctx, input, caller }: { ctx: Context; input: unknown; caller: Caller | undefined },
    deed: (ctx: Context) => Promise<T>,
  ): Promise<T> {
    if (endpoint.access !== "moderator") return deed(ctx);
    const { moderation } = this.#door;
    if (!moderation || !caller) throw new Problem("moderators_only");
    return transaction(ctx, async (ctx) => {
      await moderation.witness(ctx, caller.uid, names.get(endpoint) ?? endpoint.path, input);
      return deed(ctx);
    });
  }

  /** Everything that is decided before the body is read: who calls, and whether they may. */
  #admission({ method, path, access, captcha, evenClosed, limits = [] }: Endpoint) {
    const { ctx, authenticate, checkProof, rateLimits, moderation } = this.#door;
    const call = `${method} ${path}`;
    const byAddress = rateLimits.of(
      call,
      limits.filter(({ by }) => by === "address"),
    );
    const byAccount = rateLimits.of(
      call,
      limits.filter(({ by }) => by === "account"),
    );
    const closed = access !== "public";
    const changes = method !== "GET";
    return async (request: FastifyRequest): Promise<void> => {
      if (changes && isCrossSite(request.headers, ctx.settings)) throw new Problem("not_yours");
      // Before the limits, so that whoever brings no proof does not use up those of their neighbours.
      const useProof = captcha && (await checkProof(captcha, proofOf(request.headers[PROOF_HEADER])));
      await byAddress?.(request.ip);
      const token = bearerOf(request.headers.authorization);
      const caller = token === undefined ? undefined : await authenticate(token);
      if (closed && !caller) throw new Problem("signed_out");
      if (closed && !caller?.emailVerified) throw new Problem("email_unverified");
      if (caller) await byAccount?.(caller.uid);
      if (access === "moderator" && !(caller && (await moderation?.mayModerate(caller.uid))))
        throw new Problem("moderators_only");
      if (!evenClosed && moderation) await mustBeOpen(moderation, caller);
      await useProof?.();
      request.caller = caller;
    };
  }
}

/** The call itself refuses, and keeps that it did. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}

async function mustBeOpen({ closed, mayModerate }: Moderation, caller: Caller | undefined): Promise<void> {
  const message = await closed?.();
  if (message && !(caller && (await mayModerate(caller.uid)))) throw new Problem("closed_for_now", { message });
}

const names = new Map<Endpoint, string>(endpoints.map(({ name, endpoint }) => [endpoint, name]));

function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type("application/json; charset=utf-8").send(text);
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

/** A header that came twice is no proof. */
const proofOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(", ") : header);

/** The same for the same input, however its keys were ordered and whatever it carried that nobody asked for. */
const hashOf = (input: unknown) => createHash("sha256").update(JSON.stringify(input)).digest("base64url");
