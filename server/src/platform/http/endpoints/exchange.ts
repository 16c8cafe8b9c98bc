import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The few things of a request and its reply that some use cases need beyond their input. */
export interface Exchange {
  /** The caller's network address; behind a trusted proxy the one that the proxy saw. */
  readonly address: string;
  /** What the caller's program says it is; anything, or nothing. */
  readonly userAgent: string;
  cookie(name: string): string | undefined;
  /**
   * Sets a cookie that no other site can send and, unless `readable`, no script can read. Where we are reached by https it
   * is Secure, and its name says so: browsers then take no such cookie from a page that came without encryption.
   */
  setCookie(name: string, value: string, options: { path: string; maxAgeS: number; readable?: boolean }): void;
  clearCookie(name: string, options: { path: string }): void;
  /**
   * Has the browser forget what it keeps of our answers, such as photos. Not its storage: there are the pages that open
   * without a network, the choice of a theme, and what other tabs work with; the web app clears what is personal itself.
   */
  clearCache(): void;
}

export class FastifyExchange implements Exchange {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #secure: boolean;

  constructor(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
    this.#request = request;
    this.#reply = reply;
    this.#secure = secure;
  }

  get address(): string {
    return this.#request.ip;
  }

  get userAgent(): string {
    return this.#request.headers["user-agent"] ?? "";
  }

  cookie(name: string): string | undefined {
    return parseCookie(this.#request.headers.cookie ?? "")[this.#cookieName(name)];
  }

  setCookie(
    name: string,
    value: string,
    { path, maxAgeS, readable = false }: { path: string; maxAgeS: number; readable?: boolean },
  ): void {
    const cookie = {
      name: this.#cookieName(name),
      value,
      path,
      maxAge: maxAgeS,
      httpOnly: !readable,
      sameSite: "strict",
      secure: this.#secure,
    } as const;
    this.#reply.header("set-cookie", stringifySetCookie(cookie));
  }

  clearCookie(name: string, { path }: { path: string }): void {
    this.setCookie(name, "", { path, maxAgeS: 0 });
  }

  clearCache(): void {
    this.#reply.header("clear-site-data", '"cache"');
  }

  #cookieName(name: string): string {
    return this.#secure ? `__Secure-${name}` : name;
  }
}
