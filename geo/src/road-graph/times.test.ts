import { describe, expect, test } from "vitest";
import type { Tags } from "../osm/osm-element.ts";
import { SmallExtract } from "../testing/small-extract.ts";

const PRIMARY = { highway: "primary" };
const KMH_OF_ONE_KM = 3600;

/** The speed on a straight kilometre in the open country, in whole km/h. */
async function speedsOn(tags: Tags): Promise<(number | undefined)[]> {
  const roads = await new SmallExtract("A B", { stepM: 500 }).way("AB", tags).build();
  return ["AB", "BA"].map((way) => {
    const seconds = roads.secondsOf(way);
    return seconds === undefined ? undefined : Math.round(KMH_OF_ONE_KM / seconds);
  });
}

describe("speeds on a straight road in the open country", () => {
  test.each<[Tags, number]>([
    [{ highway: "motorway", oneway: "no" }, 110],
    [{ highway: "motorway", oneway: "no", maxspeed: "80" }, 72],
    [{ highway: "motorway", oneway: "no", maxspeed: "none" }, 117],
    [PRIMARY, 70],
    [{ ...PRIMARY, maxspeed: "100" }, 84],
    [{ ...PRIMARY, maxspeed: "60 mph" }, 84],
    [{ ...PRIMARY, maxspeed: "50" }, 45],
    [{ ...PRIMARY, maxspeed: "50;70" }, 45],
    [{ ...PRIMARY, maxspeed: "30 mph" }, 43],
    [{ ...PRIMARY, maxspeed: "signals" }, 70],
    [{ ...PRIMARY, maxspeed: "0" }, 70],
    [{ ...PRIMARY, maxspeed: "fast" }, 70],
    [{ ...PRIMARY, maxspeed: "DE:urban" }, 37],
    [{ ...PRIMARY, maxspeed: "CH:rural" }, 72],
    [{ ...PRIMARY, "source:maxspeed": "DE:rural" }, 84],
    [{ ...PRIMARY, "zone:maxspeed": "DE:30" }, 27],
    [{ highway: "residential" }, 32],
    [{ highway: "residential", maxspeed: "DE:zone:30" }, 24],
    [{ highway: "residential", maxspeed: "FR:zone30" }, 24],
    [{ highway: "living_street" }, 12],
    [{ highway: "living_street", maxspeed: "walk" }, 6],
    [{ highway: "tertiary", surface: "asphalt" }, 57],
    [{ highway: "tertiary", surface: "gravel" }, 45],
    [{ highway: "tertiary", surface: "cobblestone" }, 30],
    [{ highway: "tertiary", smoothness: "very_bad" }, 20],
    [{ highway: "tertiary", lanes: "1" }, 50],
    [{ highway: "tertiary", width: "3 m" }, 45],
    [{ highway: "track", motor_vehicle: "yes", tracktype: "grade5" }, 8],
    [{ highway: "service" }, 20],
    [{ highway: "service", service: "parking_aisle" }, 10],
    [{ highway: "unclassified", junction: "roundabout", oneway: "no" }, 30],
  ])("%o: %i km/h", async (tags, kmh) => {
    expect(await speedsOn(tags)).toEqual([kmh, kmh]);
  });

  test("limits of one direction hold in that direction", async () => {
    const tags = { ...PRIMARY, "maxspeed:forward": "50", "maxspeed:backward": "100" };
    expect(await speedsOn(tags)).toEqual([45, 84]);
  });
});

describe("ferries", () => {
  test.each<[Tags, number]>([
    [{ route: "ferry", motor_vehicle: "yes" }, 240],
    [{ route: "ferry", motor_vehicle: "yes", duration: "00:20" }, 1200],
    [{ route: "ferry", motorcar: "yes", duration: "PT1H30M" }, 5400],
    [{ route: "ferry", vehicle: "yes", duration: "8" }, 480],
    [{ route: "shuttle_train", motorcar: "yes", duration: "0:15" }, 900],
    [{ route: "ferry", motor_vehicle: "yes", duration: "often" }, 240],
  ])("%o takes %i s", async (tags, seconds) => {
    const roads = await new SmallExtract("A B", { stepM: 500 }).way("AB", tags).build();
    expect(roads.secondsOf("AB")).toBeCloseTo(seconds, -1);
  });

  test.each<[Tags]>([
    [{ route: "ferry" }],
    [{ route: "ferry", foot: "yes" }],
    [{ route: "ferry", motor_vehicle: "no" }],
    [{ route: "ferry", access: "yes" }],
  ])("%o carries no cars", async (tags) => {
    const roads = await new SmallExtract("A B C").way("AB", PRIMARY).way("BC", tags).build();
    expect(roads.segments).toEqual(["AB"]);
  });

  test("its time is that of the whole way, and boarding comes on top", async () => {
    const roads = await new SmallExtract("A B C D E", { stepM: 500 })
      .way("AB", PRIMARY)
      .way("BCD", { route: "ferry", motor_vehicle: "yes", duration: "00:20" })
      .way("CE", { route: "ferry", motor_vehicle: "yes", duration: "00:10" })
      .way("DE", PRIMARY)
      .build();
    const seconds = roads.seconds("B", "D") ?? 0;
    expect(seconds).toBeGreaterThan(1200 + 240);
    expect(seconds).toBeLessThan(1200 + 480);
  });
});

describe("what slows cars", () => {
  test("streets with houses around", async () => {
    const village = await new SmallExtract(
      `
      A B C D E F
        G H I J
        K L M N`,
    )
      .way("ABCDEF", PRIMARY)
      .way("BGK", { highway: "residential" })
      .way("CHL", { highway: "residential" })
      .way("DIM", { highway: "residential" })
      .build();
    const open = await new SmallExtract("A B C D E F").way("ABCDEF", PRIMARY).build();
    const inVillage = village.seconds("A", "F") ?? 0;
    expect(inVillage / (open.seconds("A", "F") ?? 0)).toBeGreaterThan(1.3);
  });

  test("bends", async () => {
    const straight = await new SmallExtract("A B C D", { stepM: 20 }).way("ABCD", PRIMARY).build();
    const bent = await new SmallExtract(
      `
      A B
        C D`,
      { stepM: 20 },
    )
      .way("ABCD", PRIMARY)
      .build();
    const perMetre = (roads: typeof bent) =>
      (roads.secondsOf("ABCD") ?? 0) / (roads.built.graph.segmentLengthDm[0] ?? 1);
    expect(perMetre(bent) / perMetre(straight)).toBeGreaterThan(1.6);
  });

  test.each<[Tags, number, number]>([
    [{ highway: "traffic_signals" }, 8, 8],
    [{ highway: "traffic_signals", "traffic_signals:direction": "forward" }, 8, 0],
    [{ highway: "traffic_signals", direction: "backward" }, 0, 8],
    [{ highway: "crossing", crossing: "traffic_signals" }, 8, 8],
    [{ highway: "stop", direction: "forward" }, 5, 0],
    [{ railway: "level_crossing" }, 5, 5],
    [{ barrier: "toll_booth" }, 5, 5],
    [{ highway: "give_way" }, 1, 1],
    [{ highway: "crossing" }, 0, 0],
    [{ traffic_calming: "hump" }, 1, 1],
    [{ traffic_calming: "no" }, 0, 0],
  ])("%o: at least %i s forward and %i s backward", async (tags, forward, backward) => {
    const free = await new SmallExtract("A B C").way("ABC", PRIMARY).build();
    const slow = await new SmallExtract("A B C").way("ABC", PRIMARY).node("B", tags).build();
    const delay = (way: string) => (slow.secondsOf(way) ?? 0) - (free.secondsOf(way) ?? 0);
    expect([delay("ABC") > 0, delay("CBA") > 0]).toEqual([forward > 0, backward > 0]);
    expect(delay("ABC")).toBeGreaterThanOrEqual(forward);
    expect(delay("CBA")).toBeGreaterThanOrEqual(backward);
  });

  test("giving way to a larger road, and turning off it; not passing a side road", async () => {
    const side = { highway: "tertiary", maxspeed: "50" };
    const roads = await new SmallExtract(`
      A B C
        D`)
      .way("ABC", { ...PRIMARY, maxspeed: "50" })
      .way("DB", side)
      .build();
    const alone = await new SmallExtract("D B").way("DB", side).build();
    const main = await new SmallExtract("A B").way("AB", { ...PRIMARY, maxspeed: "50" }).build();
    const delay = (way: string) => (roads.secondsOf(way) ?? 0) - 0.5 * (alone.secondsOf(way) ?? 0);
    expect(delay("DB")).toBeGreaterThan(delay("BD"));
    expect(delay("BD")).toBeGreaterThan(1);
    expect(roads.secondsOf("AB")).toBeCloseTo(main.secondsOf("AB") ?? 0, 0);
  });
});

/** A straight road, and the end of a divided one, where cars cannot turn round. */
async function buildAround(lng: number) {
  const roads = new SmallExtract("A     B     C\n\n   E\n      J  K\nX", { lat: -16.8, lng });
  const oneway = { ...PRIMARY, oneway: "yes" };
  roads.way("ABC", PRIMARY).way("EJ", oneway).way("JX", oneway).way("JK", PRIMARY);
  const { graph } = (await roads.build()).built;
  return [graph.edgeFrom, graph.edgeTo, graph.edgeTimeDs];
}

test("roads over the 180th meridian have the times and turns of others", async () => {
  expect(await buildAround(179.998)).toEqual(await buildAround(9));
});
