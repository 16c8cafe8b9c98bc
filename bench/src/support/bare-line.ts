/** A live line in the words of socket.io over a bare websocket, so that the many of a bench take little of the machine. */
export interface BareLine {
  /** Says something that nobody answers. */
  readonly emit: (event: string, ...said: readonly unknown[]) => void;
  /** Sends a packet as it goes over the wire. */
  readonly send: (packet: string) => void;
  readonly close: () => void;
}

/**
 * Opens a line and waits until it has been told to read everything. `hear` is handed each packet after that one as it came.
 * Throws where it is refused or broken off before.
 */
export async function openLine(
  address: string,
  auth: object,
  hear: (packet: string) => void = () => {},
): Promise<BareLine> {
  const socket = new WebSocket(`${address.replace(/^http/, "ws")}/live/?EIO=4&transport=websocket`);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("close", () => reject(new Error("A line was closed.")));
    socket.addEventListener("message", (event) => {
      const packet = String(event.data);
      // 0: the engine is open; 2: it asks whether we live; 42["resync": we are in.
      if (packet.startsWith("0")) socket.send(`40${JSON.stringify(auth)}`);
      else if (packet === "2") socket.send("3");
      else if (packet.startsWith('42["resync"')) resolve();
      else hear(packet);
    });
  });
  return {
    emit: (event, ...said) => socket.send(`42${JSON.stringify([event, ...said])}`),
    send: (packet) => socket.send(packet),
    close: () => socket.close(),
  };
}
