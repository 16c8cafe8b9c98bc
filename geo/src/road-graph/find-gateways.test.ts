import { describe, expect, test } from "vitest";
import { SmallExtract } from "../testing/small-extract.ts";
import { findGateways } from "./find-gateways.ts";

const STEP = { stepM: 300 };
const LNG = 9.52;

/** The area of a map is covered up to this column. */
const coversUpTo = (column: number) => {
  const step = STEP.stepM / 111_195 / Math.cos((47.14 * Math.PI) / 180);
  return ({ lng }: { lng: number }) => lng < LNG + (column + 0.5) * step;
};

describe("findGateways", () => {
  test("finds the last covered point of a road that leaves the area, for both directions", async () => {
    const roads = await new SmallExtract("A    B    C    D", STEP)
      .way("ABCD", { highway: "primary" })
      .build();
    const [gateway, ...others] = findGateways(roads.built.graph, coversUpTo(7));
    expect(others).toEqual([]);
    expect(gateway).toMatchObject({ exit: { segment: 0 }, entry: { segment: 0 } });
    expect(gateway?.exit?.part).toBeCloseTo(1 / 3, 5);
  });

  test("joins the carriageways of a motorway: one leads out, the other one in", async () => {
    const roads = await new SmallExtract(
      `
      A    B    C    D
      E    F    G    H`,
      STEP,
    )
      .way("DCBA", { highway: "motorway" })
      .way("EFGH", { highway: "motorway" })
      .build();
    const gateways = findGateways(roads.built.graph, coversUpTo(13));
    expect(gateways).toHaveLength(1);
    expect(roads.segments).toEqual(["DCBA", "EFGH"]);
    expect(gateways[0]).toMatchObject({ exit: { segment: 1 }, entry: { segment: 0 } });
  });

  test("a one-way road is a gateway in its direction only", async () => {
    const roads = await new SmallExtract("A    B    C", STEP)
      .way("ABC", { highway: "primary", oneway: "yes" })
      .build();
    const [gateway] = findGateways(roads.built.graph, coversUpTo(7));
    expect(gateway).toHaveProperty("exit");
    expect(gateway).not.toHaveProperty("entry");
  });

  test("a road that ends near the edge was cut there", async () => {
    const roads = await new SmallExtract("A    B    C", STEP)
      .way("ABC", { highway: "secondary" })
      .build();
    const gateways = findGateways(roads.built.graph, coversUpTo(12));
    expect(gateways.map(({ exit, entry }) => [exit?.part, entry?.part])).toContainEqual([1, 1]);
  });

  test("a road that goes on as a smaller one was not cut", async () => {
    const roads = await new SmallExtract("A    B    C    D    E    F    G    H    I", STEP)
      .way("ABC", { highway: "secondary" })
      .way("CDEFGHI", { highway: "residential" })
      .build();
    const ends = findGateways(roads.built.graph, coversUpTo(12)).map(({ exit }) => exit?.part);
    expect(ends).not.toContain(1);
  });

  test("small, private and sea roads lead to no other region", async () => {
    const roads = await new SmallExtract(
      `
      A    B    C
      D    E    F
      G    H    I`,
      STEP,
    )
      .way("ABC", { highway: "residential" })
      .way("DEF", { highway: "primary", access: "private" })
      .way("GHI", { route: "ferry", motor_vehicle: "yes" })
      .build();
    expect(findGateways(roads.built.graph, coversUpTo(7))).toEqual([]);
  });
});
