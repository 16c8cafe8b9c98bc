import { type ActiveDriver, type DriversMoved, Move, WatchDrivers } from "@commonlane/contract/active-drivers";
import { cellOf } from "@commonlane/contract/driver-cells";
import type { Context } from "#platform/context.ts";
import type { Channel, Hall, Line, OpenChannel } from "#platform/live/channel.ts";
import type { Hub } from "#platform/live/hub.ts";
import { moved } from "./active-drivers.ts";
import { viewDriver, viewMoved } from "./active-drivers.view.ts";
import type { Maps } from "./driver-lists.ts";
import { type CellNews, isPartly, newsByCell, newsFor } from "./frames.ts";
import type { Driver } from "./on-map.ts";
import { isForAll, isForGender, isPlain, isSame, sees, type Sight, sightOf } from "./sight.ts";

const FRAME_MS = 1_000;
/** Who may be seen exactly is asked again this often, and at once when a seat was decided. */
const SIGHT_EVERY_MS = 15_000;
const WHOLE_MOST = 200;
const PER_MINUTE = { "drivers.watch": 120, "drivers.move": 120 };
const roomOf = (cell: string) => `drivers ${cell}`;
const roomsOf = ({ cells, sight }: Pick<Watcher, "cells" | "sight">) => (isPlain(sight) ? [...cells].map(roomOf) : []);

/** Somebody who looks at a map. */
interface Watcher {
  readonly line: Line;
  isThere: boolean;
  /** What they asked for last, and what they are told of. */
  wanted: ReadonlySet<string>;
  cells: ReadonlySet<string>;
  /** Whoever sees what everybody sees is told by rooms, the others one by one. */
  sight: Sight;
  toldAtMs: number;
}

/** Tells watched cells of the map once a second what has moved in them, and hears positions. Nothing of it is kept. */
export const driverChannel =
  (ctx: Context, maps: Maps, hub: Hub): OpenChannel =>
  (hall) =>
    new Watching(ctx, maps, hub, hall);

class Watching implements Channel {
  readonly hears = PER_MINUTE;
  readonly #ctx: Context;
  readonly #maps: Maps;
  readonly #hub: Hub;
  readonly #hall: Hall;
  readonly #watchers = new Set<Watcher>();
  readonly #timers: readonly NodeJS.Timeout[];
  #telling = false;

  constructor(ctx: Context, maps: Maps, hub: Hub, hall: Hall) {
    this.#ctx = ctx;
    this.#maps = maps;
    this.#hub = hub;
    this.#hall = hall;
    this.#timers = [
      setInterval(() => this.#safely(this.#tellChanges()), FRAME_MS),
      setInterval(() => {
        for (const watcher of this.#watchers) this.#safely(this.#lookAgain(watcher));
      }, SIGHT_EVERY_MS),
    ];
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Most lines never look at a map, so that what looking takes is made for who does. */
  open(line: Line) {
    let watching: { readonly watcher: Watcher; readonly unsubscribe: () => void } | undefined;
    return {
      heard: (event: string, said: unknown) => {
        if (event === "drivers.move") return this.#safely(this.#move(line, said));
        watching ??= this.#begin(line);
        this.#safely(this.#watch(watching.watcher, said));
      },
      close: () => {
        if (!watching) return;
        watching.unsubscribe();
        watching.watcher.isThere = false;
        this.#watchers.delete(watching.watcher);
      },
    };
  }

  #begin(line: Line) {
    const { uid } = line.caller;
    const sight = { own: uid, gender: null, exact: new Set<string>(), hidden: new Set<string>() };
    const watcher: Watcher = { line, isThere: true, wanted: new Set(), cells: new Set(), sight, toldAtMs: 0 };
    const unsubscribe = this.#hub.subscribe(`user:${uid}`, ({ fact: { type } }) => {
      const matters = type.startsWith("seat-request.") || type === "block.changed";
      if (matters && watcher.cells.size > 0) this.#safely(this.#lookAgain(watcher));
    });
    return { watcher, unsubscribe };
  }

  async #move({ caller }: Line, said: unknown): Promise<void> {
    const move = Move.safeParse(said).data;
    if (move) await moved(this.#ctx, this.#maps.map, caller.uid, move);
  }

  async #watch(watcher: Watcher, said: unknown): Promise<void> {
    const cells = new Set(WatchDrivers.safeParse(said).data?.cells);
    watcher.wanted = cells;
    await this.#maps.map.upToDate();
    // Nobody is in a room before it is known what they may see.
    const sight = await sightOf(this.#ctx, watcher.line.caller.uid);
    if (!watcher.isThere || watcher.wanted !== cells) return;
    this.#enter(watcher, { cells, sight });
    if (cells.size > 0) this.#watchers.add(watcher);
    else this.#watchers.delete(watcher);
    await this.#tellWhole(watcher);
  }

  /** A seat that was accepted or is over, and a block, change what they see. */
  async #lookAgain(watcher: Watcher): Promise<void> {
    const sight = await sightOf(this.#ctx, watcher.line.caller.uid);
    if (isSame(sight, watcher.sight)) return;
    this.#enter(watcher, { cells: watcher.cells, sight });
    await this.#tellWhole(watcher);
  }

  #enter(watcher: Watcher, { cells, sight }: Pick<Watcher, "cells" | "sight">): void {
    const [before, after] = [roomsOf(watcher), new Set(roomsOf({ cells, sight }))];
    for (const room of before) if (!after.has(room)) watcher.line.leave(room);
    for (const room of after) watcher.line.enter(room);
    watcher.cells = cells;
    watcher.sight = sight;
  }

  async #tellWhole(watcher: Watcher): Promise<void> {
    const { drivers } = this.#maps.map;
    const { sight } = watcher;
    const there = () => {
      const now = this.#ctx.now();
      return [...watcher.cells].map((cell) => {
        const all = [...drivers.inCell(cell)].filter((one) => drivers.isThere(one, now) && sees(sight, one));
        return { cell, drivers: all.slice(0, WHOLE_MOST) };
      });
    };
    const faces = await this.#maps.faces.of(there().flatMap(({ drivers }) => drivers.map(({ uid }) => uid)));
    watcher.toldAtMs = this.#ctx.now().getTime();
    // Looked at once more: who went meanwhile was told of already, and who came is told of next.
    for (const { cell, drivers } of there()) {
      const arrived = drivers.flatMap((driver) => {
        const person = faces.get(driver.uid);
        return person ? [viewDriver(driver, person, { exact: sight.exact.has(driver.uid) })] : [];
      });
      watcher.line.tell("drivers.moved", { cell, whole: true, arrived, moved: [], gone: [] });
    }
  }

  async #tellChanges(): Promise<void> {
    if (this.#telling) return;
    const { map, faces } = this.#maps;
    const changes = map.drivers.takeChanges();
    if (this.#watchers.size === 0) return;
    this.#telling = true;
    try {
      const watched = new Set([...this.#watchers].flatMap(({ cells }) => [...cells]));
      const news = newsByCell(map.drivers, changes, watched, this.#ctx.now());
      const people = await faces.of([...news.values()].flatMap(({ arrived }) => arrived.map(({ uid }) => uid)));
      const view = (driver: Driver, exact: boolean): ActiveDriver[] => {
        const person = people.get(driver.uid);
        return person ? [viewDriver(driver, person, { exact })] : [];
      };
      const partly = new Map([...news].filter(([, one]) => isPartly(one)));
      for (const [cell, all] of news) {
        const frame = frameOf(cell, partly.has(cell) ? newsFor(all, ({ row }) => isForAll(row)) : all, view);
        if (isNews(frame)) this.#hall.tell(roomOf(cell), "drivers.moved", frame);
      }
      for (const watcher of this.#watchers) {
        if (!isPlain(watcher.sight)) this.#tellApart(watcher, news, view);
        else if (partly.size > 0) tellAmongThem(watcher, partly, view);
      }
    } finally {
      this.#telling = false;
    }
  }

  /** To who is driven by some of them, or may not meet some: those as they are, whenever they move, and these not at all. */
  #tellApart(watcher: Watcher, news: ReadonlyMap<string, CellNews>, view: View): void {
    const { drivers } = this.#maps.map;
    const { cells, toldAtMs, sight } = watcher;
    const { exact } = sight;
    watcher.toldAtMs = this.#ctx.now().getTime();
    const driving = [...exact].flatMap((uid) => drivers.get(uid) ?? []).filter((driver) => sees(sight, driver));
    const movedOn = driving.filter(({ position }) => position.seenAtMs >= toldAtMs);
    for (const cell of cells) {
      const { arrived, moved, gone } = newsFor(news.get(cell) ?? NONE, (driver) => sees(sight, driver));
      const exactly = movedOn.filter((driver) => cellOf(driver.about) === cell && !arrived.includes(driver));
      const frame: DriversMoved = {
        cell,
        whole: false,
        arrived: arrived.flatMap((driver) => view(driver, exact.has(driver.uid))),
        moved: [
          ...moved.filter((one) => !exact.has(one.uid)).map((one) => viewMoved(one, false)),
          ...exactly.map((one) => viewMoved(one, true)),
        ],
        gone: gone.map(({ uid }) => uid),
      };
      if (isNews(frame)) watcher.line.tell("drivers.moved", frame);
    }
  }

  #safely(work: Promise<void>): void {
    work.catch((error: unknown) => this.#ctx.log.error({ err: error }, "watching active drivers"));
  }
}

type View = (driver: Driver, exact: boolean) => ActiveDriver[];

const NONE: CellNews = { arrived: [], moved: [], gone: [] };
const isNews = ({ arrived, moved, gone }: DriversMoved): boolean => arrived.length + moved.length + gone.length > 0;

/** As strangers are told. */
const frameOf = (cell: string, { arrived, moved, gone }: CellNews, view: View): DriversMoved => ({
  cell,
  whole: false,
  arrived: arrived.flatMap((driver) => view(driver, false)),
  moved: moved.map((one) => viewMoved(one, false)),
  gone: gone.map(({ uid }) => uid),
});

/** Beside what everybody is told: those who are there for their own gender, to who is of it. */
function tellAmongThem({ line, cells, sight }: Watcher, partly: ReadonlyMap<string, CellNews>, view: View): void {
  for (const cell of cells) {
    const all = partly.get(cell);
    if (!all) continue;
    const frame = frameOf(
      cell,
      newsFor(all, ({ row }) => !isForAll(row) && isForGender(row, sight.gender)),
      view,
    );
    if (isNews(frame)) line.tell("drivers.moved", frame);
  }
}
