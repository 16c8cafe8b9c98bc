import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { distanceM } from "@commonlane/matching/geo";
import { afterAll, describe, expect, test } from "vitest";
import type { OsmElement, OsmNode, Tags } from "@commonlane/geo/osm/read-extract";
import { extractBytes } from "@commonlane/geo/testing/write-extract";
import { readRoads } from "../../../../test/regions/real-roads.ts";
import { EXTRACT } from "../../../../test/roads/liechtenstein-region.ts";
import { buildPickupPoints } from "./build-pickup-points.ts";
import { PICKUP_FILE, type PickupPoint, readPickupFile } from "./pickup-file.ts";
import { projectOnto } from "./road-index.ts";

const folder = mkdtempSync(join(tmpdir(), "pickup-points-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function build(extract: string) {
  const fractions: number[] = [];
  const figures = await buildPickupPoints.run({
    extract,
    folder,
    region: { id: "test", name: "Test", bbox: [0, 0, 1, 1] },
    onProgress: (fraction) => fractions.push(fraction),
    signal: new AbortController().signal,
  });
  return { figures, fractions, points: await readPickupFile(join(folder, PICKUP_FILE)) };
}

/** One unit is about 10 metres. */
const UNIT = 1e-4;
const LAT = 47;
const toPosition = (east: number, north: number) => ({
  lat: LAT + (north * UNIT) / 1.112,
  lng: 9.5 + (east * UNIT) / 1.112 / Math.cos((LAT * Math.PI) / 180),
});

/** A small map: streets from west to east unless they say otherwise, places and what comes of them. */
class SmallMap {
  readonly #nodes: OsmNode[] = [];
  readonly #ways: OsmElement[] = [];
  readonly #ids = new Map<string, number>();

  node(east: number, north: number, tags: Tags = {}): number {
    const key = `${east} ${north}`;
    const known = this.#ids.get(key);
    if (known !== undefined && Object.keys(tags).length === 0) return known;
    const id = this.#nodes.length + 1;
    if (known === undefined) this.#ids.set(key, id);
    this.#nodes.push({ type: "node", id, ...toPosition(east, north), tags });
    return id;
  }

  street(points: readonly (readonly [number, number])[], tags: Tags): this {
    const nodeIds = points.map(([east, north]) => this.node(east, north));
    this.#ways.push({ type: "way", id: this.#ways.length + 1, nodeIds, tags });
    return this;
  }

  place(east: number, north: number, tags: Tags): this {
    this.node(east, north, tags);
    return this;
  }

  async build() {
    const file = join(folder, "small.osm.pbf");
    writeFileSync(file, extractBytes([...this.#nodes, ...this.#ways]));
    const { points } = await build(file);
    return points.map((point) => ({ ...point, ...toUnits(point) }));
  }
}
const toUnits = ({ lat, lng }: PickupPoint) => {
  const north = ((lat - LAT) * 1.112) / UNIT;
  const east = ((lng - 9.5) * 1.112 * Math.cos((LAT * Math.PI) / 180)) / UNIT;
  return { east: Math.round(east * 10) / 10 + 0, north: Math.round(north * 10) / 10 + 0 };
};

const STOP = { highway: "bus_stop", name: "Post" };
const MAIN_STREET = { highway: "secondary", name: "Main Street" };
const EAST = 1 << 4;
const WEST = 1 << 12;
const straight: readonly (readonly [number, number])[] = [
  [0, 0],
  [100, 0],
];

describe("[domain/pickup:stoppable] points on roads where a car may stop", () => {
  test.each([
    ["a street", MAIN_STREET, 1],
    ["a motorway", { highway: "motorway" }, 0],
    ["a trunk road", { highway: "trunk", name: "Main Street" }, 0],
    ["a road for motor vehicles only", { ...MAIN_STREET, motorroad: "yes" }, 0],
    ["a ramp", { ...MAIN_STREET, highway: "primary_link" }, 0],
    ["a tunnel", { ...MAIN_STREET, tunnel: "yes" }, 0],
    ["a bridge", { ...MAIN_STREET, bridge: "viaduct" }, 0],
    ["a roundabout", { ...MAIN_STREET, junction: "roundabout" }, 0],
    ["a private road", { ...MAIN_STREET, access: "private" }, 0],
    ["a footpath", { highway: "footway", name: "Main Street" }, 0],
    ["no tunnel", { ...MAIN_STREET, tunnel: "no", bridge: "no" }, 1],
  ])("a stop beside %s", async (_, tags: Tags, count) => {
    const points = await new SmallMap().street(straight, tags).place(50, 1, STOP).build();
    expect(points).toHaveLength(count);
  });

  test("a stop is moved onto its street, and none is farther away than 35 metres", async () => {
    const map = new SmallMap()
      .street(straight, MAIN_STREET)
      .place(50, 3, STOP)
      .place(20, 4, { ...STOP, name: "Far" });
    expect(await map.build()).toEqual([
      expect.objectContaining({
        kind: "stop",
        name: "Post",
        east: 50,
        north: 0,
        headings: EAST | WEST,
      }),
    ]);
  });

  test("beside a motorway that a car might be on instead there is no point, across it there is", async () => {
    const motorway = { highway: "motorway", oneway: "yes" };
    const beside = [
      [0, 3],
      [100, 3],
    ] as const;
    const across = [
      [52, -20],
      [52, 20],
    ] as const;
    const stop = () => new SmallMap().street(straight, MAIN_STREET).place(50, -1, STOP);
    expect(await stop().street(beside, motorway).build()).toEqual([]);
    expect(await stop().street(across, motorway).build()).toHaveLength(1);
    expect(
      await stop()
        .street(beside, { ...MAIN_STREET, bridge: "yes" })
        .build(),
    ).toHaveLength(1);
    const near = beside.map(([east]) => [east, 2] as const);
    expect(
      await stop()
        .street(near, { ...MAIN_STREET, bridge: "yes" })
        .build(),
    ).toEqual([]);
  });

  test("a stop just before a bridge of its own street stays", async () => {
    const map = new SmallMap().place(48, 1, STOP).street(
      [
        [0, 0],
        [50, 0],
      ],
      MAIN_STREET,
    );
    const bridge = [
      [50, 0],
      [70, 0],
    ] as const;
    expect(await map.street(bridge, { ...MAIN_STREET, bridge: "yes" }).build()).toHaveLength(1);
  });
});

const stopNames = async (tags: Tags) =>
  (
    await new SmallMap()
      .street(straight, MAIN_STREET)
      .place(50, 1, { highway: "bus_stop", ...tags })
      .build()
  ).map(({ name }) => name);

describe("[domain/pickup:named] names, and one point per place and direction", () => {
  test("both sides of a two-way street are one point, the two carriageways of a wide one are two", async () => {
    const sides = (map: SmallMap) => map.place(50, 1, STOP).place(52, -1, STOP);
    expect(await sides(new SmallMap().street(straight, MAIN_STREET)).build()).toHaveLength(1);
    const wide = new SmallMap()
      .street(straight, { ...MAIN_STREET, oneway: "yes" })
      .street(
        [
          [0, 2],
          [100, 2],
        ],
        { ...MAIN_STREET, oneway: "-1" },
      )
      .place(50, 3, STOP)
      .place(52, -1, STOP);
    expect((await wide.build()).map(({ headings, north }) => [headings, north])).toEqual([
      [EAST, 0],
      [WEST, 2],
    ]);
  });

  test("a stop has its town in its name, once", async () => {
    expect(await stopNames({ name: "Post", uic_name: "Vaduz, Post" })).toEqual(["Vaduz, Post"]);
    expect(await stopNames({ name: "Vaduz Post", uic_name: "Vaduz, Post" })).toEqual([
      "Vaduz Post",
    ]);
    expect(await stopNames({ uic_name: "Vaduz, Post" })).toEqual(["Vaduz, Post"]);
    expect(await stopNames({ name: "Mauren Post", uic_name: "Mauren FL, Mauren Post" })).toEqual([
      "Mauren Post",
    ]);
    expect(await stopNames({})).toEqual([]);
  });

  test("a crossing has the names of its streets, unless one is fast, a stop is beside it, or it is a roundabout", async () => {
    const side = [
      [50, 0],
      [50, 50],
    ] as const;
    const main = [
      [0, 0],
      [50, 0],
      [100, 0],
    ] as const;
    const crossing = (tags: Tags = {}) =>
      new SmallMap()
        .street(main, { ...MAIN_STREET, ...tags })
        .street(side, { highway: "residential", name: "Lane" });
    expect(await crossing().build()).toEqual([
      expect.objectContaining({ kind: "junction", name: "Lane / Main Street", east: 50, north: 0 }),
    ]);
    expect(await crossing({ maxspeed: "100" }).build()).toEqual([]);
    expect(await crossing({ junction: "roundabout" }).build()).toEqual([]);
    const onward = new SmallMap()
      .place(51, 1, STOP)
      .street(straight.toSpliced(1, 1, [50, 0]), MAIN_STREET);
    onward.street(straight.toSpliced(0, 1, [50, 0]), { ...MAIN_STREET, name: "East Street" });
    expect((await onward.build()).map(({ kind }) => kind)).toEqual(["stop"]);
    // Cars on the lane do not pass the stop.
    expect((await crossing().place(51, 1, STOP).build()).map(({ kind }) => kind)).toEqual([
      "junction",
      "stop",
    ]);
  });

  test("public car parks are named after their street, and stations are met on each street around them", async () => {
    const parkings = new SmallMap()
      .street(straight, MAIN_STREET)
      .place(10, 5, { amenity: "parking" })
      .place(40, 5, { amenity: "parking", access: "customers", name: "Shop" })
      .place(60, 5, { amenity: "parking", parking: "underground", name: "Below" })
      .place(90, 5, { amenity: "parking", park_ride: "yes", name: "P+R West" });
    expect((await parkings.build()).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "parking Main Street",
      "parkAndRide P+R West",
    ]);
    const station = new SmallMap()
      .street(straight, MAIN_STREET)
      .street(
        [
          [0, 12],
          [100, 12],
        ],
        { highway: "residential", name: "Lane" },
      )
      .place(50, 5, { railway: "station", name: "Central" });
    expect((await station.build()).map(({ kind, name, north }) => [kind, name, north])).toEqual([
      ["station", "Central", 0],
      ["station", "Central", 12],
    ]);
  });
});

test("[domain/pickup:real-roads] every point of Liechtenstein lies on a road where a car may stop", async () => {
  const { figures, fractions, points } = await build(EXTRACT);
  expect(points.length).toBeGreaterThan(800);
  expect(figures).toMatchObject({
    points: points.length,
    station: expect.any(Number),
    stop: expect.any(Number),
  });
  expect(fractions.at(-1)).toBe(1);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  const names = points.map(({ kind, name }) => `${kind} ${name}`);
  expect(names).toEqual(
    expect.arrayContaining([
      "station Schaan-Vaduz",
      "stop Vaduz Post",
      "stop Triesenberg, Masescha",
      "village Planken",
      "junction Brüel / Brüelweg",
    ]),
  );
  const roads = await readRoads(EXTRACT);
  const onStoppableRoad = (point: PickupPoint) =>
    roads
      .near(point)
      .some(({ from, to, canStop }) => canStop && projectOnto(from, to, point).distanceM < 1);
  expect(points.filter((point) => !onStoppableRoad(point))).toEqual([]);
  // Stops of one name and direction are one point.
  const posts = points.filter(({ name }) => name === "Vaduz, Spital");
  for (const [n, post] of posts.entries())
    for (const other of posts.slice(n + 1))
      expect(
        distanceM(post, other) > 60 || (post.headings & other.headings) !== post.headings,
      ).toBe(true);
});
