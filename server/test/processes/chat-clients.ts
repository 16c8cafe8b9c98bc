import { randomUUID } from "node:crypto";
import type { Message, MessagesPage } from "@commonlane/contract/chat";
import type { LiveEvent } from "@commonlane/contract/live";
import { io } from "socket.io-client";
import { onTestFinished } from "vitest";
import { type Call, send } from "./http-users.ts";

/** Somebody in a conversation, who reaches the server by an address; their tokens are renewed in time. */
export interface Member {
  readonly uid: string;
  readonly address: string;
  readonly conversationId: string;
  readonly token: () => string;
}

const TRY_MS = 2_000;
const AGAIN_MS = 50;
const pause = () => new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
const pathOf = ({ conversationId }: Member) => `/chat/conversations/${conversationId}/messages`;

/** Sends one message after the other, each until there is an answer, as a browser's outbox does. */
export class ChatSender {
  /** Tries that got no answer. */
  unanswered = 0;
  sentCount = 0;
  readonly #member: Member;

  constructor(member: Member) {
    this.#member = member;
  }

  /** Says who speaks, and for which time; gives the kept message's id. */
  async sendNext(): Promise<string> {
    const { uid, address, token } = this.#member;
    const body = { clientId: randomUUID(), text: `${uid} ${this.sentCount++}` };
    for (;;) {
      const call: Call = { method: "POST", path: pathOf(this.#member), body, token: token() };
      const answer = await send<Message>(address, call, TRY_MS).catch(() => undefined);
      if (answer?.status === 201) return answer.body.id;
      // Nothing else may be said than that it is not there just now, or that the line was too slow for it to hear the whole.
      if (answer && answer.status < 500 && answer.status !== 408)
        throw new Error(`A message was answered by ${answer.status}.`);
      this.unanswered++;
      await pause();
    }
  }
}

/**
 * What one person's browser hears of a conversation over a line that breaks and goes on where it was. Each message must
 * come as the next one, and as its sender's next one; what does not is a fault. After a resync it reads what is missing,
 * as a browser does.
 */
export class ChatReceiver {
  readonly faults: string[] = [];
  resyncs = 0;
  /** The newest that was heard or read. */
  last = 0;
  #seq: string | undefined;
  /** Up to here it was read, not heard: what is told once more of that is no fault. */
  #readUpTo = 0;
  #working: Promise<void> = Promise.resolve();
  readonly #saidBy = new Map<string, number>();
  readonly #member: Member;

  constructor(member: Member) {
    this.#member = member;
    const socket = io(member.address, {
      path: "/live",
      transports: ["websocket"],
      auth: (answer) => answer({ token: member.token(), seq: this.#seq }),
      forceNew: true,
      timeout: TRY_MS,
      reconnectionDelay: AGAIN_MS,
      reconnectionDelayMax: 4 * AGAIN_MS,
    });
    onTestFinished(() => void socket.disconnect());
    socket.on("fact", (fact: LiveEvent) => this.#hear(fact));
    socket.on("resync", ({ seq }: { seq: string }) => {
      this.resyncs++;
      this.#seq = seq;
      this.#working = this.#working.then(() => this.#read());
    });
    // The server closes the door when a token is over.
    socket.on("disconnect", () => !socket.active && setTimeout(() => socket.connect(), AGAIN_MS));
    socket.on("connect_error", () => !socket.active && setTimeout(() => socket.connect(), AGAIN_MS));
  }

  #hear(fact: LiveEvent): void {
    this.#seq = fact.seq;
    if (fact.type !== "chat.message-sent" || fact.conversationId !== this.#member.conversationId) return;
    const { ordinal } = fact;
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
      const call: Call = { method: "GET", path: pathOf(this.#member) + query, token: this.#member.token() };
      const page = await send<MessagesPage>(this.#member.address, call, TRY_MS).catch(() => undefined);
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
