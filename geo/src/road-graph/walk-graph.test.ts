import { describe, expect, test } from "vitest";
import type { Tags } from "../osm/osm-element.ts";
import { buildWalkNetwork } from "../road-network/build-walk-network.ts";
import { SmallExtract } from "../testing/small-extract.ts";

const STREET = { highway: "residential" };

const walksWith = async (tags: Tags): Promise<readonly string[]> =>
  (await new SmallExtract("A B C").way("AB", STREET).way("BC", tags).build()).walks;

describe("ways on foot", () => {
  test.each<[Tags]>([
    [STREET],
    [{ highway: "primary" }],
    [{ highway: "footway" }],
    [{ highway: "path" }],
    [{ highway: "steps" }],
    [{ highway: "cycleway" }],
    [{ highway: "track" }],
    [{ highway: "platform" }],
    [{ railway: "platform" }],
    [{ highway: "pedestrian", area: "yes" }],
    [{ ...STREET, oneway: "yes" }],
    [{ ...STREET, motor_vehicle: "no" }],
    [{ highway: "service", access: "private", foot: "yes" }],
    [{ highway: "trunk", motorroad: "yes", foot: "designated" }],
    [{ highway: "primary", tunnel: "yes", sidewalk: "right" }],
    [{ highway: "residential", tunnel: "yes" }],
  ])("%o is one", async (tags) => {
    expect(await walksWith(tags)).toContain("BC");
  });

  test.each<[Tags]>([
    [{ highway: "motorway" }],
    [{ highway: "motorway_link" }],
    [{ highway: "primary", motorroad: "yes" }],
    [{ highway: "primary", tunnel: "yes" }],
    [{ highway: "trunk", tunnel: "yes", sidewalk: "no" }],
    [{ ...STREET, foot: "no" }],
    [{ ...STREET, foot: "use_sidepath" }],
    [{ highway: "service", access: "private" }],
    [{ highway: "path", access: "no" }],
    [{ highway: "footway", access: "customers", foot: "private" }],
    [{ highway: "construction" }],
    [{ highway: "corridor", indoor: "yes" }],
    [{ route: "ferry", foot: "yes" }],
  ])("%o is none", async (tags) => {
    expect(await walksWith(tags)).toEqual(["AB"]);
  });

  test("barriers of cars are passed, and paths meet streets at any shared node", async () => {
    const { walks } = await new SmallExtract(`
      A B C D
        E`)
      .way("ABCD", STREET)
      .way("CE", { highway: "footway" })
      .node("B", { barrier: "bollard" })
      .build();
    expect(walks.toSorted()).toEqual(["ABC", "CD", "CE"]);
  });

  test("have their length along the bends", async () => {
    const { built } = await new SmallExtract(
      `
      A B
        C`,
      { stepM: 100 },
    )
      .way("ABC", STREET)
      .build();
    expect(built.walks.edgeLengthDm).toEqual(Uint32Array.of(3000));
    expect([...built.walks.shapeFirst, ...built.walks.shapeEnd]).toEqual([0, 3]);
  });

  test("no walk begins on a path that leads nowhere beside a town", async () => {
    const grid = "ABCDE FGHIJ KLMNO PQRST".split(" ");
    const extract = new SmallExtract(
      `${grid.map((row) => row.split("").join(" ")).join("\n")}\n\nX Y`,
    );
    for (const row of grid) extract.way(row, STREET);
    for (const column of [0, 1, 2, 3, 4])
      extract.way(grid.map((row) => row[column]).join(""), STREET);
    const { walks, built } = await extract.way("XY", { highway: "path" }).build();
    const { isUsable } = buildWalkNetwork(built.walks);
    expect(walks.filter((_, edge) => isUsable[edge] === 0)).toEqual(["XY"]);
  });
});
