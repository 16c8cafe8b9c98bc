import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { onTestFinished } from "vitest";

const between = (least: number, max: number) => least + Math.random() * (max - least);

/** Fate of a connection: it lives for a while, or falls silent and then ends. */
const DISTURBANCE = {
  silentShare: 0.2,
  livesMs: [300, 4000],
  silentMs: [200, 900],
  lateMs: [0, 12],
} as const;

export interface ChaosProxy {
  readonly address: string;
  /** Sets the target of new connections; closes the open ones. */
  lead: (to: string) => void;
  /** Stops all disturbances. */
  calm: () => void;
  /** Number of connections it has cut. */
  readonly cut: () => number;
}

/** A proxy like a mobile network on a train: data is delayed, connections fall silent, and all are cut in the end. */
export async function openChaosProxy(): Promise<ChaosProxy> {
  let target = 0;
  let wild = true;
  let cut = 0;
  const pairs = new Set<readonly [Socket, Socket]>();
  const end = (pair: readonly [Socket, Socket]) => {
    if (pairs.delete(pair)) for (const socket of pair) socket.destroy();
  };
  const proxy = createServer((client) => {
    const server = connect(target, "127.0.0.1");
    const pair = [client, server] as const;
    pairs.add(pair);
    for (const socket of pair) socket.on("error", () => end(pair)).on("close", () => end(pair));
    if (!wild) {
      client.pipe(server).pipe(client);
      return;
    }
    const fate = { silent: false };
    client.pipe(delayData(fate)).pipe(server);
    server.pipe(delayData(fate)).pipe(client);
    const live = setTimeout(
      () => {
        fate.silent = Math.random() < DISTURBANCE.silentShare;
        const over = setTimeout(
          () => pairs.has(pair) && (cut++, end(pair)),
          fate.silent ? between(...DISTURBANCE.silentMs) : 0,
        );
        client.once("close", () => clearTimeout(over));
      },
      between(...DISTURBANCE.livesMs),
    );
    client.once("close", () => clearTimeout(live));
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const endAll = () => pairs.forEach(end);
  onTestFinished(() => {
    endAll();
    proxy.close();
  });
  const { port }: AddressInfo = Object.assign(
    { port: 0, address: "", family: "" },
    proxy.address(),
  );
  return {
    address: `http://127.0.0.1:${port}`,
    lead(to) {
      target = Number(new URL(to).port);
      endAll();
    },
    calm() {
      wild = false;
      endAll();
    },
    cut: () => cut,
  };
}

/** Forwards data in order with a delay, and nothing once the connection has fallen silent. */
function delayData(fate: { readonly silent: boolean }): Transform {
  return new Transform({
    transform(chunk, _, done) {
      if (fate.silent) return;
      setTimeout(
        () => (fate.silent ? undefined : done(null, chunk)),
        between(...DISTURBANCE.lateMs),
      );
    },
  });
}
