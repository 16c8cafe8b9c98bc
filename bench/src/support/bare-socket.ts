/** A live connection that speaks socket.io over a bare WebSocket, so that many of them use little of the machine. */
export interface BareSocket {
  /** Sends an event without acknowledgement. */
  readonly emit: (event: string, ...args: readonly unknown[]) => void;
  /** Sends a raw packet. */
  readonly send: (packet: string) => void;
  readonly close: () => void;
}

const OPENING_AT_ONCE = 50;

/** Opens a connection, authenticates and answers pings. `onPacket` receives every other raw packet. */
export function connectSocket(
  address: string,
  auth: object,
  onPacket: (packet: string) => void,
): WebSocket {
  const socket = new WebSocket(`${address.replace(/^http/, "ws")}/live/?EIO=4&transport=websocket`);
  socket.addEventListener("message", (event) => {
    const packet = String(event.data);
    // 0: the connection is open; 2: ping.
    if (packet.startsWith("0")) socket.send(`40${JSON.stringify(auth)}`);
    else if (packet === "2") socket.send("3");
    else onPacket(packet);
  });
  return socket;
}

/**
 * Opens a connection and waits for the request to reload everything. `onPacket` receives each packet after it.
 * @throws if the connection is refused or closed before.
 */
export async function openSocket(
  address: string,
  auth: object,
  onPacket: (packet: string) => void = () => {},
): Promise<BareSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connectSocket(address, auth, (packet) =>
    packet.startsWith('42["resync"') ? resolve() : onPacket(packet),
  );
  socket.addEventListener("close", () => reject(new Error("A line was closed.")));
  await promise;
  return {
    emit: (event, ...args) => socket.send(`42${JSON.stringify([event, ...args])}`),
    send: (packet) => socket.send(packet),
    close: () => socket.close(),
  };
}

/** Opens a connection for each of them in order, several at a time. */
export async function openSockets<T>(
  each: readonly T[],
  open: (item: T, n: number) => Promise<BareSocket>,
): Promise<BareSocket[]> {
  const lines: BareSocket[] = [];
  for (let from = 0; from < each.length; from += OPENING_AT_ONCE) {
    const some = each.slice(from, from + OPENING_AT_ONCE);
    lines.push(...(await Promise.all(some.map((item, n) => open(item, from + n)))));
  }
  return lines;
}
