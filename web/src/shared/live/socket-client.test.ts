import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { subscribeToSocket, provideSocket } from "./socket-client.ts";

/** A socket that the test connects and disconnects. */
class TestSocket extends EventEmitter {
  connected = false;
  readonly emitted: unknown[] = [];
  override emit(event: string, payload?: unknown): boolean {
    this.emitted.push([event, payload]);
    return true;
  }
  receive(event: string, payload?: unknown): void {
    if (event === "connect") this.connected = true;
    if (event === "disconnect") this.connected = false;
    super.emit(event, payload);
  }
}

function testSubscriber() {
  const received: unknown[] = [];
  const subscribe = () =>
    subscribeToSocket({
      event: "drivers.moved",
      onMessage: (payload) => received.push(payload),
      onOpen: (send) => {
        received.push("opened");
        send("drivers.watch", { cells: [] });
      },
      onClose: () => received.push("closed"),
    });
  return { received, subscribe };
}

test("a subscriber gets its events, every connect and every disconnect", () => {
  const { received, subscribe } = testSubscriber();
  const unsubscribe = subscribe();
  const socket = new TestSocket();
  const removeSocket = provideSocket(socket);
  expect(received).toEqual([]);
  socket.receive("connect");
  socket.receive("drivers.moved", 1);
  socket.receive("disconnect");
  socket.receive("connect");
  expect(received).toEqual(["opened", 1, "closed", "opened"]);
  expect(socket.emitted).toEqual([
    ["drivers.watch", { cells: [] }],
    ["drivers.watch", { cells: [] }],
  ]);
  unsubscribe();
  socket.receive("drivers.moved", 2);
  expect(received).toEqual(["opened", 1, "closed", "opened"]);
  removeSocket();
});

test("a late subscriber gets the open connection, and moves to the next one", () => {
  const { received, subscribe } = testSubscriber();
  const first = new TestSocket();
  const second = new TestSocket();
  first.connected = true;
  const removeFirst = provideSocket(first);
  const unsubscribe = subscribe();
  expect(received).toEqual(["opened"]);
  const removeSecond = provideSocket(second);
  // Removing the first one late does not affect the second.
  removeFirst();
  second.receive("connect");
  first.receive("drivers.moved", "old");
  second.receive("drivers.moved", "new");
  expect(received).toEqual(["opened", "closed", "opened", "new"]);
  unsubscribe();
  removeSecond();
});
