import { describe, expect, test } from "vitest";
import type { Tags } from "../osm/osm-element.ts";
import { SEGMENT_CLASSES, SEGMENT_FLAGS } from "../road-network/road-graph.ts";
import { SmallExtract } from "../testing/small-extract.ts";

const { MAY_SNAP, DESTINATION_ONLY, BAD_ROAD, FERRY } = SEGMENT_FLAGS;
const RESIDENTIAL = { highway: "residential" };

const flagsWith = async (tags: Tags): Promise<number> =>
  (await new SmallExtract("A B C").way("AB", RESIDENTIAL).way("BC", tags).build()).flags("BC");

describe("where drives begin", () => {
  test.each<[Tags, number]>([
    [RESIDENTIAL, MAY_SNAP],
    [{ highway: "primary" }, MAY_SNAP],
    [{ highway: "service", service: "parking_aisle" }, MAY_SNAP],
    [{ highway: "motorway", oneway: "no" }, 0],
    [{ highway: "motorway_link" }, 0],
    [{ highway: "trunk" }, MAY_SNAP],
    [{ highway: "trunk", motorroad: "yes" }, 0],
    [{ highway: "primary", motorroad: "yes" }, 0],
    [{ highway: "trunk_link" }, 0],
    [{ highway: "secondary_link" }, MAY_SNAP],
    [{ ...RESIDENTIAL, tunnel: "yes" }, 0],
    [{ ...RESIDENTIAL, tunnel: "building_passage" }, 0],
    [{ ...RESIDENTIAL, covered: "yes" }, 0],
    [{ ...RESIDENTIAL, bridge: "yes" }, MAY_SNAP],
    [{ ...RESIDENTIAL, junction: "roundabout", oneway: "no" }, MAY_SNAP],
    [{ ...RESIDENTIAL, access: "private" }, MAY_SNAP + DESTINATION_ONLY],
    [{ highway: "track" }, MAY_SNAP + DESTINATION_ONLY + BAD_ROAD],
    [{ highway: "track", motor_vehicle: "yes" }, MAY_SNAP + BAD_ROAD],
    [{ route: "ferry", motor_vehicle: "yes" }, FERRY],
  ])("%o has the flags %i", async (tags, flags) => {
    expect(await flagsWith(tags)).toBe(flags);
  });

  test.each([
    ["motorway", "motorway"],
    ["motorway_link", "motorway"],
    ["living_street", "residential"],
    ["road", "unclassified"],
    ["track", "service"],
  ])("a %s is found as %s", async (highway, expected) => {
    const { built } = await new SmallExtract("A B").way("AB", { highway }).build();
    expect(SEGMENT_CLASSES[built.graph.segmentClass[0] ?? 99]).toBe(expected);
  });
});

describe("ways", () => {
  test("a loop gets a junction, so that both ends of each segment differ", async () => {
    const roads = await new SmallExtract(`
      A B C
        E D`)
      .way("AB", RESIDENTIAL)
      .way("BCDEB", RESIDENTIAL)
      .build();
    expect(roads.segments.toSorted()).toEqual(["AB", "BCD", "DEB"]);
  });

  test("roads meet where they share a node, and not where they cross", async () => {
    const roads = await new SmallExtract(`
        A
      C X D
        B`)
      .way("AXB", RESIDENTIAL)
      .way("CD", RESIDENTIAL)
      .build();
    expect(roads.segments.toSorted()).toEqual(["AXB", "CD"]);
    expect(roads.drive("A", "D")).toBe("");
  });

  test("a road of which the extract lacks a node ends before it and begins behind it", async () => {
    const { built } = await new SmallExtract("A B C D E")
      .way("ABCDE", RESIDENTIAL)
      .without("C")
      .build();
    expect(built.graph.segmentLengthDm).toEqual(Uint32Array.of(2000, 2000));
  });

  test("an extract without roads for cars is refused with one clear sentence", async () => {
    const extract = new SmallExtract("A B").way("AB", { highway: "footway" });
    await expect(extract.build()).rejects.toThrow("The extract has no roads for cars.");
  });
});
