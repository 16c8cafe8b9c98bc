import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";
import { ChatReceiver, ChatSender, openGroup, PATIENCE } from "../chat-clients.ts";
import type { Person } from "../http-users.ts";

/** Groups whose members write to each other at a steady rate and receive over live connections. */
export class Chat {
  readonly ids = new Set<string>();
  isStopped = false;
  readonly #senders: readonly ChatSender[];
  readonly #receivers: readonly ChatReceiver[];
  readonly #groupSize: number;

  private constructor(
    senders: readonly ChatSender[],
    receivers: readonly ChatReceiver[],
    groupSize: number,
  ) {
    this.#senders = senders;
    this.#receivers = receivers;
    this.#groupSize = groupSize;
  }

  static async open(
    address: string,
    groups: readonly (readonly Person[])[],
    onReply: (status: number | undefined) => void,
  ): Promise<Chat> {
    const members = [];
    for (const [n, group] of groups.entries()) {
      const conversationId = await openGroup(address, group);
      for (const [at, person] of group.entries()) {
        const localAddress = `127.0.${n + 1}.${at + 1}`;
        members.push({
          uid: person.uid,
          address,
          conversationId,
          token: () => person.token,
          localAddress,
          patienceMs: PATIENCE.timeout,
        });
      }
    }
    const receivers = members.map((member) => new ChatReceiver(member));
    const senders = members.map((member) => new ChatSender(member, onReply));
    await vi.waitUntil(
      () => receivers.every(({ resyncs, last }) => resyncs > 0 && last > 0),
      PATIENCE,
    );
    return new Chat(senders, receivers, groups[0]?.length ?? 0);
  }

  get resyncs(): number {
    return this.#receivers.reduce((sum, { resyncs }) => sum + resyncs - 1, 0);
  }

  /** Sends messages until stopped; each member pauses between two. */
  async run(pauseMs: () => number): Promise<void> {
    await Promise.all(
      this.#senders.map(async (sender) => {
        while (!this.isStopped) {
          await sleep(pauseMs());
          this.ids.add(await sender.sendNext());
        }
      }),
    );
  }

  /** Waits until all has been received; returns what was lost, repeated or out of order. */
  async findFaults(): Promise<string[]> {
    // System messages tell that members joined.
    const notes = this.#groupSize - 1;
    const expected = this.#receivers.map((_, n) => {
      const first = n - (n % this.#groupSize);
      const group = this.#senders.slice(first, first + this.#groupSize);
      return notes + group.reduce((sum, { sentCount }) => sum + sentCount, 0);
    });
    const isComplete = () => this.#receivers.every(({ last }, n) => last >= (expected[n] ?? 0));
    await vi.waitUntil(isComplete, PATIENCE).catch(() => {});
    const incomplete = this.#receivers.flatMap(({ last }, n) =>
      last === expected[n] ? [] : [`receiver ${n} has ${last} of ${expected[n]} messages`],
    );
    return [...this.#receivers.flatMap(({ faults }) => faults), ...incomplete];
  }
}
