import { randomUUID } from "node:crypto";
import type { Conversation, Message, MessagesPage } from "@commonlane/contract/chat";
import type { LiveEvent } from "@commonlane/contract/live";
import type { Ride } from "@commonlane/contract/rides";
import { io } from "socket.io-client";
import { onTestFinished, vi } from "vitest";
import { type Call, type Person, rideInput, send } from "./http-users.ts";

/** A member of a conversation with the server's address; tokens are renewed in time. */
export interface Member {
  readonly uid: string;
  readonly address: string;
  readonly conversationId: string;
  readonly token: () => string;
  /** The address to connect from, for a balancer that distributes by it. */
  readonly localAddress?: string;
  /** Repeats a request that was not answered for so long. */
  readonly patienceMs?: number;
}

const TRY_MS = 2_000;
const RETRY_MS = 50;
const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS));
const pathOf = ({ conversationId }: Member) => `/chat/conversations/${conversationId}/messages`;

/** How long clients wait for what must happen in the end. */
export const PATIENCE = { timeout: 60_000, interval: 20 };

/** Creates a ride with passengers and returns its conversation. */
export async function openGroup(
  address: string,
  [host, ...seekers]: readonly Person[],
): Promise<string> {
  const token = host?.token ?? "";
  const body = rideInput({ approval: "instant", seatsTotal: seekers.length });
  const { body: ride } = await send<Ride>(address, { method: "POST", path: "/rides", token, body });
  for (const { token } of seekers)
    await send(address, { method: "POST", path: `/rides/${ride.id}/request`, token, body: {} });
  const path = `/rides/${ride.id}/conversation`;
  const { id } = await vi.waitUntil(async () => {
    const { status, body } = await send<Conversation>(address, { method: "GET", path, token });
    return status === 200 && body.members.length === seekers.length + 1 && body;
  }, PATIENCE);
  return id;
}

/** Sends messages one after the other, each until there is a reply, like a browser's outbox. */
export class ChatSender {
  /** Attempts without a reply. */
  unanswered = 0;
  sentCount = 0;
  readonly #member: Member;
  readonly #onReply: (status: number | undefined) => void;

  /** `onReply` is called with each status, or undefined if there was no reply. */
  constructor(member: Member, onReply: (status: number | undefined) => void = () => {}) {
    this.#member = member;
    this.#onReply = onReply;
  }

  /** Sends the next message with its sender and number; returns the id of the stored message. */
  async sendNext(): Promise<string> {
    const { uid, address, token, patienceMs = TRY_MS } = this.#member;
    const body = { clientId: randomUUID(), text: `${uid} ${this.sentCount++}` };
    for (;;) {
      const call: Call = { method: "POST", path: pathOf(this.#member), body, token: token() };
      const answer = await send<Message>(address, call, patienceMs).catch(() => undefined);
      this.#onReply(answer?.status);
      if (answer?.status === 201) return answer.body.id;
      // Only temporary failures are allowed: unavailable, or a connection too slow for the whole request.
      if (answer && answer.status < 500 && answer.status !== 408)
        throw new Error(`A message was answered by ${answer.status}.`);
      this.unanswered++;
      await pause();
    }
  }
}

/**
 * Receives a conversation like a browser, over a connection that breaks and resumes. Each message must be the next one
 * of the conversation and of its sender; anything else is a fault. After a resync it loads missing messages, like a
 * browser.
 */
export class ChatReceiver {
  readonly faults: string[] = [];
  resyncs = 0;
  /** The newest message received or loaded. */
  last = 0;
  #seq: string | undefined;
  /** Messages up to here were loaded; receiving them again is no fault. */
  #readUpTo = 0;
  #working: Promise<void> = Promise.resolve();
  readonly #saidBy = new Map<string, number>();
  readonly #member: Member;

  constructor(member: Member) {
    this.#member = member;
    // An option of the transport that the types of socket.io do not mention.
    const origin: object = { localAddress: member.localAddress };
    const socket = io(member.address, {
      path: "/live",
      transports: ["websocket"],
      auth: (answer) => answer({ token: member.token(), seq: this.#seq }),
      forceNew: true,
      timeout: TRY_MS,
      reconnectionDelay: RETRY_MS,
      reconnectionDelayMax: 4 * RETRY_MS,
      ...origin,
    });
    onTestFinished(() => void socket.disconnect());
    socket.on("event", (payload: LiveEvent) => this.#hear(payload));
    socket.on("resync", ({ seq }: { seq: string }) => {
      this.resyncs++;
      this.#seq = seq;
      this.#working = this.#working.then(() => this.#read());
    });
    // The server disconnects when a token expires.
    socket.on("disconnect", () => !socket.active && setTimeout(() => socket.connect(), RETRY_MS));
    socket.on(
      "connect_error",
      () => !socket.active && setTimeout(() => socket.connect(), RETRY_MS),
    );
  }

  #hear(payload: LiveEvent): void {
    this.#seq = payload.seq;
    if (
      payload.type !== "chat.message-sent" ||
      payload.conversationId !== this.#member.conversationId
    )
      return;
    const { ordinal } = payload;
    this.#working = this.#working.then(() => (ordinal > this.#readUpTo ? this.#read() : undefined));
  }

  #take({ ordinal, kind, senderUid, text }: Message): void {
    if (ordinal !== this.last + 1) this.faults.push(`${ordinal} came after ${this.last}`);
    this.last = ordinal;
    if (kind === "note" || senderUid === null) return;
    const n = this.#saidBy.get(senderUid) ?? 0;
    if (text !== `${senderUid} ${n}`) this.faults.push(`${text} came where ${n} was due`);
    this.#saidBy.set(senderUid, n + 1);
  }

  async #read(): Promise<void> {
    const missing: Message[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query = `?limit=100${cursor && `&cursor=${cursor}`}`;
      const call: Call = {
        method: "GET",
        path: pathOf(this.#member) + query,
        token: this.#member.token(),
      };
      const page = await send<MessagesPage>(this.#member.address, call, TRY_MS).catch(
        () => undefined,
      );
      if (page?.status !== 200) {
        await pause();
        continue;
      }
      const { items, nextCursor }: MessagesPage = page.body;
      missing.push(...items.filter(({ ordinal }) => ordinal > this.last));
      cursor = items.some(({ ordinal }) => ordinal <= this.last) ? null : nextCursor;
    }
    for (const message of missing.toReversed()) this.#take(message);
    this.#readUpTo = this.last;
  }
}
