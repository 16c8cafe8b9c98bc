import { setTimeout as wait } from "node:timers/promises";
import type { Context, OutsideContext } from "../context.ts";
import { runInSpan } from "../tracing.ts";
import { buildUserAgent } from "../upstream/request-public-host.ts";

/** Shorter than the time that the web app waits for a reply. */
const TIMEOUT_MS = 8_000;

export interface TextMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

type GatewayContext = Pick<Context, "settings" | "log" | "community">;

/** Sends text messages through the operator's HTTP gateway (docs/operate.md). Never logs a number or a text. */
export class SmsGateway {
  readonly #ctx: GatewayContext;
  readonly #timeoutMs: number;
  #lastTookMs = 0;

  constructor(ctx: GatewayContext, { timeoutMs = TIMEOUT_MS } = {}) {
    this.#ctx = ctx;
    this.#timeoutMs = timeoutMs;
  }

  /** False without a gateway, or without countries that may receive messages. */
  get isOn(): boolean {
    const { SMS_GATEWAY_URL, SMS_COUNTRIES } = this.#ctx.settings;
    return SMS_GATEWAY_URL !== undefined && SMS_COUNTRIES.length > 0;
  }

  /** Returns false unless the gateway answers with 2xx in time. Tried once: a second message would cost, too. */
  async send(ctx: OutsideContext, message: TextMessage): Promise<boolean> {
    const startedMs = performance.now();
    try {
      const status = await runInSpan("request to SMS gateway", { kind: "client" }, () =>
        this.#post(ctx, message),
      );
      if (status >= 200 && status < 300) return true;
      this.#ctx.log.warn(
        { peer: "SMS gateway", status },
        "the SMS gateway did not accept a message",
      );
    } catch (error) {
      // Only the name: the message of an error may quote what was sent.
      const reason = error instanceof Error ? error.name : "unknown";
      this.#ctx.log.warn(
        {
          peer: "SMS gateway",
          reason,
        },
        "the SMS gateway did not answer",
      );
    } finally {
      this.#lastTookMs = performance.now() - startedMs;
    }
    return false;
  }

  /** Takes as long as the last message, so that no one can measure whether one was sent. */
  async pretendToSend(): Promise<void> {
    await wait(this.#lastTookMs);
  }

  async #post({ services }: OutsideContext, { to, text }: TextMessage): Promise<number> {
    const { SMS_GATEWAY_URL: url, SMS_GATEWAY_TOKEN: token, SMS_SENDER: from } = this.#ctx.settings;
    if (url === undefined) throw new Error("SMS_GATEWAY_URL is not set.");
    const response = await services.fetch(url, {
      method: "POST",
      signal: AbortSignal.timeout(this.#timeoutMs),
      // A redirect would carry the number to another server.
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "user-agent": buildUserAgent(this.#ctx),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        to,
        ...(from !== undefined && { from }),
        text,
      }),
    });
    // Only the status counts; nothing of the body is read.
    await response.body?.cancel();
    return response.status;
  }
}
