import { z } from "zod";
import { type Bench, row } from "./bench.ts";
import { runLongTest } from "./support/run-test.ts";

const Report = z.object({
  messages: z.number(),
  receivedBy: z.number(),
  tookS: z.number(),
  lost: z.number(),
  cut: z.number(),
  killed: z.number(),
  restarted: z.number(),
  withoutRedis: z.number(),
  resyncs: z.number(),
});

/**
 * The ordinary chat test over bad connections with many more messages: fails if one is lost, duplicated or out of
 * order.
 */
export const chatChaos: Bench = {
  name: "chat-chaos",
  run: async () => {
    const { messages, receivedBy, tookS, lost, cut, killed, restarted, withoutRedis, resyncs } =
      await runLongTest({
        file: "server/test/processes/chat-chaos.long.test.ts",
        settings: { CHAT_MESSAGES: process.env["MESSAGES"] ?? "1000000" },
        reportTo: "CHAT_REPORT",
        report: Report,
        failed: "A message was lost, doubled or out of order; which one stands above.",
      });
    return {
      how: `48 people in 16 conversations, each sending one message after the other until it is acknowledged, and hearing all of them over live lines, through a proxy that delays, stalls and cuts connections. Every 20,000 messages the server is killed, or asked to leave and started again, or Redis is killed. Every receiver checks that each message comes as the next one.`,
      rows: [
        row("messages sent", messages, { unit: "" }),
        row("receptions checked", messages * receivedBy, { unit: "" }),
        row("lost, doubled or out of order", 0, { unit: "", atMost: 0 }),
        row("messages", messages / tookS, { unit: "per second" }),
        row("connections cut", cut, { unit: "" }),
        row("tries without an answer", lost, { unit: "" }),
        row("the server killed", killed, { unit: "" }),
        row("the server restarted", restarted, { unit: "" }),
        row("Redis killed", withoutRedis, { unit: "" }),
        row("lines that had to read everything again", resyncs, { unit: "" }),
      ],
    };
  },
};
