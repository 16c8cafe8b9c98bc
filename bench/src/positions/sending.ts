import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Sending, Sent } from "./sender-types.ts";

const FILE = fileURLToPath(import.meta.resolve("./senders.ts"));

/** Starts sending positions. Resolves when all connections are open; the result follows. */
export async function startSending(options: Sending): Promise<{ sent: Promise<Sent> }> {
  const child = fork(FILE, [JSON.stringify(options)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { promise: ready, resolve: isReady, reject: isNot } = Promise.withResolvers<void>();
  const sent = new Promise<Sent>((resolve, reject) => {
    child.on("message", (message) =>
      message === "ready" ? isReady() : resolve(Sent.parse(message)),
    );
    child.on("exit", (code) => {
      isNot(new Error(`The senders ended with ${code}.`));
      reject(new Error(`The senders ended with ${code}.`));
    });
  });
  sent.catch(() => {});
  await ready;
  return { sent };
}
