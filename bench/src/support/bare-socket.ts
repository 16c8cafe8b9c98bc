/** A live line in the words of socket.io over a bare websocket, so that the many of a bench take little of the machine. */
export interface BareSocket {
  /** Says something that nobody answers. */
  readonly emit: (event: string, ...said: readonly unknown[]) => void;
  /** Sends a packet as it goes over the wire. */
  readonly send: (packet: string) => void;
  readonly close: () => void;
}

const OPENING_AT_ONCE = 50;

/** Connects a line, says who is there, and answers that it lives. `hear` is handed everything else as it came. */
export function connectSocket(address: string, auth: object, hear: (packet: string) => void): WebSocket {
  const socket = new WebSocket(`${address.replace(/^http/, "ws")}/live/?EIO=4&transport=websocket`);
  socket.addEventListener("message", (event) => {
    const packet = String(event.data);
    // 0: the engine is open; 2: it asks whether we live.
    if (packet.startsWith("0")) socket.send(`40${JSON.stringify(auth)}`);
    else if (packet === "2") socket.send("3");
    else hear(packet);
  });
  return socket;
}

/**
 * Opens a line and waits until it has been told to read everything. `hear` is handed each packet after that one as it came.
 * Throws where it is refused or broken off before.
 */
export async function openSocket(
  address: string,
  auth: object,
  hear: (packet: string) => void = () => {},
): Promise<BareSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connectSocket(address, auth, (packet) =>
    packet.startsWith('42["resync"') ? resolve() : hear(packet),
  );
  socket.addEventListener("close", () => reject(new Error("A line was closed.")));
  await promise;
  return {
    emit: (event, ...said) => socket.send(`42${JSON.stringify([event, ...said])}`),
    send: (packet) => socket.send(packet),
    close: () => socket.close(),
  };
}

/** Opens a line for each of them, in their order, some at once. */
export async function openSockets<T>(
  each: readonly T[],
  open: (one: T, n: number) => Promise<BareSocket>,
): Promise<BareSocket[]> {
  const lines: BareSocket[] = [];
  for (let from = 0; from < each.length; from += OPENING_AT_ONCE) {
    const some = each.slice(from, from + OPENING_AT_ONCE);
    lines.push(...(await Promise.all(some.map((one, n) => open(one, from + n)))));
  }
  return lines;
}
