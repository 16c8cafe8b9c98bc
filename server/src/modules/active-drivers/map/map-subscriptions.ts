import {
  type ActiveDriver,
  type DriverCellUpdate,
  PositionUpdate,
  WatchDrivers,
} from "@commonlane/contract/active-drivers";
import { getMapCell } from "@commonlane/contract/driver-cells";
import type { Context } from "#platform/context.ts";
import type { Hub } from "#platform/live/hub.ts";
import type { Channel, Broadcaster, Connection, OpenChannel } from "#platform/live/live-socket.ts";
import { applyPosition } from "../active-drivers.ts";
import { viewDriver, viewDriverMove } from "../active-drivers.view.ts";
import type { DriverMap } from "../driver-lists.ts";
import {
  type CellUpdate,
  collectCellUpdates,
  filterCellUpdate,
  hasChanges,
  hasRestrictedDrivers,
  NO_UPDATE,
  sendRestrictedUpdates,
  toCellUpdateMessage,
  type ViewDriver,
} from "./cell-updates.ts";
import type { Driver } from "./drivers-on-map.ts";
import {
  isForEveryone,
  isDefaultVisibility,
  isSameVisibility,
  canSee,
  type Visibility,
  findVisibility,
} from "../visibility.ts";

const UPDATE_EVERY_MS = 1_000;
/** Interval for refreshing who may be seen exactly. Also refreshed at once when a seat is decided. */
const VISIBILITY_REFRESH_MS = 15_000;
const SNAPSHOT_MAX = 200;
const MESSAGES_PER_MINUTE = {
  "drivers.watch": 120,
  "drivers.move": 120,
};
const roomOf = (cell: string) => `drivers ${cell}`;

function roomsOf({ cells, visibility }: Pick<MapSubscriber, "cells" | "visibility">) {
  return isDefaultVisibility(visibility) ? [...cells].map(roomOf) : [];
}

/** A connection that shows a map. */
interface MapSubscriber {
  readonly connection: Connection;
  isOpen: boolean;
  /** Cells of the latest subscription, and the cells that updates are sent for. */
  requestedCells: ReadonlySet<string>;
  cells: ReadonlySet<string>;
  /** Viewers with the default visibility are updated through rooms, the others one by one. */
  visibility: Visibility;
  sentAtMs: number;
}

/** Sends changes in subscribed map cells once a second and receives positions. Stores nothing. */
export const openDriverMapChannel =
  (ctx: Context, driverMap: DriverMap, hub: Hub): OpenChannel =>
  (broadcaster) =>
    new DriverMapChannel(ctx, driverMap, hub, broadcaster);

class DriverMapChannel implements Channel {
  readonly maxPerMinute = MESSAGES_PER_MINUTE;
  readonly #ctx: Context;
  readonly #maps: DriverMap;
  readonly #hub: Hub;
  readonly #broadcaster: Broadcaster;
  readonly #watchers = new Set<MapSubscriber>();
  readonly #timers: readonly NodeJS.Timeout[];
  #isSending = false;

  constructor(ctx: Context, driverMap: DriverMap, hub: Hub, broadcaster: Broadcaster) {
    this.#ctx = ctx;
    this.#maps = driverMap;
    this.#hub = hub;
    this.#broadcaster = broadcaster;
    this.#timers = [
      setInterval(() => this.#safely(this.#sendChanges()), UPDATE_EVERY_MS),
      setInterval(() => {
        for (const subscriber of this.#watchers) this.#safely(this.#refreshVisibility(subscriber));
      }, VISIBILITY_REFRESH_MS),
    ];
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Most connections never show a map, so this state is created on the first subscription. */
  open(connection: Connection) {
    let subscription:
      | {
          readonly subscriber: MapSubscriber;
          readonly unsubscribe: () => void;
        }
      | undefined;
    return {
      onMessage: (event: string, data: unknown) => {
        if (event === "drivers.move") return this.#safely(this.#move(connection, data));
        subscription ??= this.#begin(connection);
        this.#safely(this.#watch(subscription.subscriber, data));
      },
      close: () => {
        if (!subscription) return;
        subscription.unsubscribe();
        subscription.subscriber.isOpen = false;
        this.#watchers.delete(subscription.subscriber);
      },
    };
  }

  #begin(connection: Connection) {
    const { uid } = connection.caller;
    const visibility = {
      viewerUid: uid,
      gender: null,
      exactUids: new Set<string>(),
      hiddenUids: new Set<string>(),
    };
    const subscriber: MapSubscriber = {
      connection,
      isOpen: true,
      requestedCells: new Set(),
      cells: new Set(),
      visibility,
      sentAtMs: 0,
    };
    const unsubscribe = this.#hub.subscribe(`user:${uid}`, ({ payload: { type } }) => {
      const affectsVisibility = type.startsWith("seat-request.") || type === "block.changed";
      if (affectsVisibility && subscriber.cells.size > 0)
        this.#safely(this.#refreshVisibility(subscriber));
    });
    return { subscriber, unsubscribe };
  }

  async #move({ caller }: Connection, data: unknown): Promise<void> {
    const move = PositionUpdate.safeParse(data).data;
    if (move) await applyPosition(this.#ctx, this.#maps.map, caller.uid, move);
  }

  async #watch(subscriber: MapSubscriber, data: unknown): Promise<void> {
    const cells = new Set(WatchDrivers.safeParse(data).data?.cells);
    subscriber.requestedCells = cells;
    await this.#maps.map.upToDate();
    // A connection joins rooms only after its visibility is known.
    const visibility = await findVisibility(this.#ctx, subscriber.connection.caller.uid);
    if (!subscriber.isOpen || subscriber.requestedCells !== cells) return;
    this.#enter(subscriber, { cells, visibility });
    if (cells.size > 0) this.#watchers.add(subscriber);
    else this.#watchers.delete(subscriber);
    await this.#sendSnapshot(subscriber);
  }

  /** Refreshes visibility after a seat was accepted or ended, and after a block. */
  async #refreshVisibility(subscriber: MapSubscriber): Promise<void> {
    const visibility = await findVisibility(this.#ctx, subscriber.connection.caller.uid);
    if (isSameVisibility(visibility, subscriber.visibility)) return;
    this.#enter(subscriber, { cells: subscriber.cells, visibility });
    await this.#sendSnapshot(subscriber);
  }

  #enter(
    subscriber: MapSubscriber,
    { cells, visibility }: Pick<MapSubscriber, "cells" | "visibility">,
  ): void {
    const roomsBefore = roomsOf(subscriber);
    const roomsAfter = new Set(roomsOf({ cells, visibility }));
    for (const room of roomsBefore)
      if (!roomsAfter.has(room)) subscriber.connection.leaveRoom(room);
    for (const room of roomsAfter) subscriber.connection.joinRoom(room);
    subscriber.cells = cells;
    subscriber.visibility = visibility;
  }

  async #sendSnapshot(subscriber: MapSubscriber): Promise<void> {
    const { drivers } = this.#maps.map;
    const { visibility } = subscriber;
    const listVisible = () => {
      const now = this.#ctx.now();
      return [...subscriber.cells].map((cell) => {
        const visible = [...drivers.inCell(cell)].filter(
          (driver) => drivers.isActive(driver, now) && canSee(visibility, driver),
        );
        return { cell, drivers: visible.slice(0, SNAPSHOT_MAX) };
      });
    };
    const cards = await this.#maps.cards.findCards(
      listVisible().flatMap(({ drivers }) => drivers.map(({ uid }) => uid)),
    );
    subscriber.sentAtMs = this.#ctx.now().getTime();
    // Check once more: drivers who left since were reported as gone already, and new ones follow with the next update.
    for (const { cell, drivers } of listVisible()) {
      const arrived = drivers.flatMap((driver) => {
        const person = cards.get(driver.uid);
        return person
          ? [viewDriver(driver, person, { exact: visibility.exactUids.has(driver.uid) })]
          : [];
      });
      subscriber.connection.send("drivers.moved", {
        cell,
        complete: true,
        arrived,
        moved: [],
        gone: [],
      });
    }
  }

  async #sendChanges(): Promise<void> {
    if (this.#isSending) return;
    const { map, cards } = this.#maps;
    const changes = map.drivers.takeChanges();
    if (this.#watchers.size === 0) return;
    this.#isSending = true;
    try {
      const watched = new Set([...this.#watchers].flatMap(({ cells }) => [...cells]));
      const updates = collectCellUpdates(map.drivers, changes, watched, this.#ctx.now());
      const people = await cards.findCards(
        [...updates.values()].flatMap(({ arrived }) => arrived.map(({ uid }) => uid)),
      );
      const view = (driver: Driver, exact: boolean): ActiveDriver[] => {
        const person = people.get(driver.uid);
        return person ? [viewDriver(driver, person, { exact })] : [];
      };
      const restricted = new Map([...updates].filter(([, update]) => hasRestrictedDrivers(update)));
      for (const [cell, update] of updates) {
        const message = toCellUpdateMessage(
          cell,
          restricted.has(cell) ? filterCellUpdate(update, ({ row }) => isForEveryone(row)) : update,
          view,
        );
        if (hasChanges(message)) this.#broadcaster.send(roomOf(cell), "drivers.moved", message);
      }
      for (const subscriber of this.#watchers) {
        if (!isDefaultVisibility(subscriber.visibility))
          this.#sendIndividually(subscriber, updates, view);
        else if (restricted.size > 0) sendRestrictedUpdates(subscriber, restricted, view);
      }
    } finally {
      this.#isSending = false;
    }
  }

  /**
   * Sends individual updates: drivers of the viewer with their exact position on every move, and none of hidden
   * drivers.
   */
  #sendIndividually(
    subscriber: MapSubscriber,
    updates: ReadonlyMap<string, CellUpdate>,
    view: ViewDriver,
  ): void {
    const { drivers } = this.#maps.map;
    const { cells, sentAtMs, visibility } = subscriber;
    const exact = visibility.exactUids;
    subscriber.sentAtMs = this.#ctx.now().getTime();
    const driving = [...exact]
      .flatMap((uid) => drivers.get(uid) ?? [])
      .filter((driver) => canSee(visibility, driver));
    const movedSince = driving.filter(({ position }) => position.seenAtMs >= sentAtMs);
    for (const cell of cells) {
      const { arrived, moved, gone } = filterCellUpdate(updates.get(cell) ?? NO_UPDATE, (driver) =>
        canSee(visibility, driver),
      );
      const movedExactly = movedSince.filter(
        (driver) => getMapCell(driver.approximate) === cell && !arrived.includes(driver),
      );
      const message: DriverCellUpdate = {
        cell,
        complete: false,
        arrived: arrived.flatMap((driver) => view(driver, exact.has(driver.uid))),
        moved: [
          ...moved
            .filter((driver) => !exact.has(driver.uid))
            .map((driver) => viewDriverMove(driver, false)),
          ...movedExactly.map((driver) => viewDriverMove(driver, true)),
        ],
        gone: gone.map(({ uid }) => uid),
      };
      if (hasChanges(message)) subscriber.connection.send("drivers.moved", message);
    }
  }

  #safely(work: Promise<void>): void {
    work.catch((error: unknown) =>
      this.#ctx.log.error({ err: error }, "updating map subscribers failed"),
    );
  }
}
