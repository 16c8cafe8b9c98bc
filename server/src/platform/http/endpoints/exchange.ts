import type { Language } from "@commonlane/contract/languages";
import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Guard } from "../rate-limits/rate-limits.ts";

/** The caller of an endpoint, from the ID token or an API key. */
export interface Caller {
  readonly uid: string;
  /** Of an API key, its id, which is no session. */
  readonly sessionId: string;
  readonly emailVerified: boolean;
  /** When the ID token of the call expires; undefined without one. */
  readonly tokenExpiresAtMs?: number;
  /** The language chosen in the account's settings. */
  readonly language?: Language;
}

/** Parts of a request and its reply that some use cases need besides their input. */
export interface Exchange {
  /** The client's network address; behind a trusted proxy, the address that the proxy reports. */
  readonly address: string;
  /**
   * Scheme and host by which the client reached this server, such as `http://localhost:3000`; behind a trusted proxy, as
   * the proxy reports them. The host was checked, but without PUBLIC_URL a server on all interfaces accepts any.
   */
  readonly origin: string;
  /** The User-Agent header; untrusted, may be empty. */
  readonly userAgent: string;
  /**
   * Counts the call by what its secret opens, or by the caller's network if the secret is unknown (undefined), for the
   * contract's limits by secret. Throws too_many.
   */
  countSecret(opened: string | undefined): Promise<void>;
  cookie(name: string): string | undefined;
  /**
   * Sets a cookie that no other site can send and, unless `readable`, no script can read. Over https it is Secure and
   * has a name prefix with which browsers refuse it from unencrypted pages.
   */
  setCookie(
    name: string,
    value: string,
    options: {
      path: string;
      maxAgeS: number;
      readable?: boolean;
    },
  ): void;
  clearCookie(name: string, options: { path: string }): void;
  /**
   * Clears the browser's cache of our replies, such as photos. Keeps its storage, which holds the offline pages, the
   * theme and data of other tabs; the web app clears personal data itself.
   */
  clearCache(): void;
}

/** The limits by secret of an endpoint. */
export interface SecretGuards {
  readonly known: Guard | undefined;
  readonly unknown: Guard | undefined;
}

interface ExchangeOptions {
  /** Cookies are sent over https only. */
  readonly secure: boolean;
  readonly secretGuards?: SecretGuards;
}

export class FastifyExchange implements Exchange {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #secure: boolean;
  readonly #secretGuards: SecretGuards | undefined;

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    { secure, secretGuards }: ExchangeOptions,
  ) {
    this.#request = request;
    this.#reply = reply;
    this.#secure = secure;
    this.#secretGuards = secretGuards;
  }

  get address(): string {
    return this.#request.ip;
  }

  get origin(): string {
    return `${this.#request.protocol}://${this.#request.host}`;
  }

  get userAgent(): string {
    return this.#request.headers["user-agent"] ?? "";
  }

  async countSecret(opened: string | undefined): Promise<void> {
    if (opened === undefined) await this.#secretGuards?.unknown?.(this.address);
    else await this.#secretGuards?.known?.(opened);
  }

  cookie(name: string): string | undefined {
    return parseCookie(this.#request.headers.cookie ?? "")[this.#cookieName(name)];
  }

  setCookie(
    name: string,
    value: string,
    {
      path,
      maxAgeS,
      readable = false,
    }: {
      path: string;
      maxAgeS: number;
      readable?: boolean;
    },
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
