import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { followLine, layLine } from "./line.ts";

/** A socket of which this test decides when it is there. */
class TestWire extends EventEmitter {
  connected = false;
  readonly said: unknown[] = [];
  override emit(event: string, said?: unknown): boolean {
    this.said.push([event, said]);
    return true;
  }
  tell(event: string, said?: unknown): void {
    if (event === "connect") this.connected = true;
    if (event === "disconnect") this.connected = false;
    super.emit(event, said);
  }
}

function follower() {
  const heard: unknown[] = [];
  const follow = () =>
    followLine({
      event: "drivers.moved",
      hear: (said) => heard.push(said),
      opened: (say) => {
        heard.push("opened");
        say("drivers.watch", { cells: [] });
      },
      closed: () => heard.push("closed"),
    });
  return { heard, follow };
}

test("a follower hears its event, says again what it wants at each opening, and is told of each closing", () => {
  const { heard, follow } = follower();
  const leave = follow();
  const wire = new TestWire();
  const cut = layLine(wire);
  expect(heard).toEqual([]);
  wire.tell("connect");
  wire.tell("drivers.moved", 1);
  wire.tell("disconnect");
  wire.tell("connect");
  expect(heard).toEqual(["opened", 1, "closed", "opened"]);
  expect(wire.said).toEqual([
    ["drivers.watch", { cells: [] }],
    ["drivers.watch", { cells: [] }],
  ]);
  leave();
  wire.tell("drivers.moved", 2);
  expect(heard).toEqual(["opened", 1, "closed", "opened"]);
  cut();
});

test("whoever comes while the line is there finds it open, and moves to the next line", () => {
  const { heard, follow } = follower();
  const [first, second] = [new TestWire(), new TestWire()];
  first.connected = true;
  const cutFirst = layLine(first);
  const leave = follow();
  expect(heard).toEqual(["opened"]);
  const cutSecond = layLine(second);
  // The first one's end comes late and takes nothing from the second.
  cutFirst();
  second.tell("connect");
  first.tell("drivers.moved", "old");
  second.tell("drivers.moved", "new");
  expect(heard).toEqual(["opened", "closed", "opened", "new"]);
  leave();
  cutSecond();
});
