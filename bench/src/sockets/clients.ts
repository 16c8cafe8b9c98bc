import { readFileSync } from "node:fs";
import { z } from "zod";
import { connectSocket } from "../support/bare-socket.ts";
import { SocketLoad, type SocketResult, People, type SocketUser } from "./socket-types.ts";

/**
 * Opens live connections as browsers do, from a process of its own, speaking socket.io over bare WebSockets, to use
 * little of the measured machine. Prints how long each took until its expected message.
 */

const { address, peopleIn, until, hold } = SocketLoad.parse(JSON.parse(process.argv[2] ?? ""));
const people = People.parse(JSON.parse(readFileSync(peopleIn, "utf8")));
const EventPacket = z.tuple([z.string(), z.looseObject({ seq: z.string() })]);
const LONGEST_MS = 60_000;

interface Done {
  readonly ms: number | undefined;
  readonly seq: string | null;
}

const beganMs = performance.now();

function open({ token, seq }: SocketUser): Promise<Done> {
  const { promise, resolve } = Promise.withResolvers<Done>();
  const fail = () => resolve({ ms: undefined, seq: null });
  setTimeout(fail, LONGEST_MS).unref();
  const socket = connectSocket(address, { token, seq }, (data) => {
    // Packet 40: connected, 44: refused, 42: an event.
    if (data.startsWith("44")) fail();
    else if (data.startsWith("42")) {
      const [event, payload] = EventPacket.parse(JSON.parse(data.slice(2)));
      if (event === until) resolve({ ms: performance.now() - beganMs, seq: payload.seq });
      else fail();
    }
  });
  socket.addEventListener("close", fail);
  socket.addEventListener("error", fail);
  return promise;
}

const done = await Promise.all(people.map(open));
const result: SocketResult = {
  doneMs: done.flatMap(({ ms }) => (ms === undefined ? [] : [ms])).toSorted((a, b) => a - b),
  failed: done.filter(({ ms }) => ms === undefined).length,
  seqs: done.map(({ seq }) => seq),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
if (hold) process.stdin.resume().on("end", () => process.exit());
else process.exit();
