import { describe, expect, test } from "vitest";
import type { Tags } from "../osm/osm-element.ts";
import { SmallExtract } from "../testing/small-extract.ts";

const ROAD = { highway: "tertiary" };

/** Four roads at the crossing X, and a longer way round from every one to every other. */
const crossing = () =>
  new SmallExtract(`
    A  B  C
    D  X  E
    F  G  H`)
    .way("BX", ROAD)
    .way("XG", ROAD)
    .way("DX", ROAD)
    .way("XE", ROAD)
    .way("ABCEHGFDA", { ...ROAD, maxspeed: "20" });

describe("turn restrictions at a node", () => {
  const fromWest = { from: "DX", via: ["X"], to: "XG" };

  test.each(["no_left_turn", "no_right_turn", "no_straight_on", "no_entry", "no_exit"])(
    "%s forbids its turn and no other",
    async (value) => {
      const roads = await crossing().restriction(value, fromWest).build();
      expect(roads.drive("D", "G")).not.toContain("DXG");
      expect(roads.drive("G", "D")).toBe("GXD");
      expect(roads.drive("D", "B")).toBe("DXB");
      expect(roads.drive("D", "E")).toBe("DXE");
      expect(roads.drive("B", "G")).toBe("BXG");
    },
  );

  test.each(["only_straight_on", "only_left_turn", "only_right_turn"])(
    "%s allows no other turn",
    async (value) => {
      const roads = await crossing()
        .restriction(value, { from: "DX", via: ["X"], to: "XE" })
        .build();
      expect(roads.drive("D", "E")).toBe("DXE");
      expect(roads.drive("D", "G")).not.toContain("DXG");
      expect(roads.drive("D", "B")).not.toContain("DXB");
      expect(roads.drive("B", "G")).toBe("BXG");
    },
  );

  test("people do not turn round at the next junction to come back for the turn", async () => {
    const roads = await crossing().restriction("no_right_turn", fromWest).build();
    expect(roads.drive("D", "G")).not.toMatch(/XEX|XBX/);
  });

  test.each<[string, Tags]>([
    ["no_right_turn", { except: "motorcar" }],
    ["no_right_turn", { except: "bicycle;motor_vehicle" }],
    ["no_right_turn", { hour_on: "07:00", hour_off: "09:00" }],
    ["no_right_turn", { type: "restriction:bus" }],
    ["", { "restriction:conditional": "no_right_turn @ (Mo-Fr 07:00-09:00)" }],
    ["", { "restriction:hgv": "no_right_turn" }],
    ["give_way", {}],
  ])("%s with %o does not hold for cars at all hours", async (value, tags) => {
    const roads = await crossing().restriction(value, fromWest, tags).build();
    expect(roads.drive("D", "G")).toBe("DXG");
  });

  test.each<[string, Tags]>([
    ["no_right_turn", { except: "bicycle;psv" }],
    ["", { "restriction:motorcar": "no_right_turn" }],
    ["", { "restriction:motor_vehicle": "no_right_turn" }],
  ])("%s with %o holds for cars", async (value, tags) => {
    const roads = await crossing().restriction(value, fromWest, tags).build();
    expect(roads.drive("D", "G")).not.toContain("DXG");
  });

  test("a restriction between ways that do not meet is counted and left out", async () => {
    const roads = await crossing()
      .restriction("no_right_turn", { from: "BX", via: ["D"], to: "XG" })
      .restriction("no_right_turn", fromWest)
      .build();
    expect(roads.built).toMatchObject({ restrictions: 1, unusableRestrictions: 1 });
    expect(roads.drive("B", "G")).toBe("BXG");
  });

  test("a drive may begin on either side of the junction", async () => {
    const roads = await crossing().restriction("no_right_turn", fromWest).build();
    expect(roads.drive("X", "G")).toBe("XG");
    expect(roads.drive("D", "X")).toBe("DX");
  });
});

/** A divided road: from A over the short way BC back to D, as a turn round. */
const divided = () =>
  new SmallExtract(`
    A  B  E
    D  C  F
    G     H`)
    .way("AB", { ...ROAD, oneway: "yes" })
    .way("BE", { ...ROAD, oneway: "yes" })
    .way("FC", { ...ROAD, oneway: "yes" })
    .way("CD", { ...ROAD, oneway: "yes" })
    .way("BC", ROAD)
    .way("EF", ROAD)
    .way("EHGD", { ...ROAD, maxspeed: "10" });

describe("turn restrictions over ways", () => {
  test("forbid their sequence, and none of its parts", async () => {
    const turnRound = { from: "AB", via: ["BC"], to: "CD" };
    const roads = await divided().restriction("no_u_turn", turnRound).build();
    expect(roads.drive("A", "D")).toBe("ABEFCD");
    expect(roads.drive("A", "C")).toBe("ABC");
    expect(roads.drive("B", "D")).toBe("BCD");
    expect((await divided().build()).drive("A", "D")).toBe("ABCD");
  });

  test("only_… over a way leaves one turn after it", async () => {
    const roads = await new SmallExtract(`
      A  B  C  D
         E  F
         G     H`)
      .way("AB", ROAD)
      .way("BC", ROAD)
      .way("CD", ROAD)
      .way("CF", ROAD)
      .way("BE", ROAD)
      .way("EF", ROAD)
      .restriction("only_straight_on", { from: "AB", via: ["BC"], to: "CD" })
      .build();
    expect(roads.drive("A", "D")).toBe("ABCD");
    expect(roads.drive("A", "F")).toBe("ABEF");
    expect(roads.drive("B", "F")).toBe("BCF");
  });
});

describe("divided roads", () => {
  test("cars do not turn round where the carriageways meet", async () => {
    const roads = await new SmallExtract(
      `
      A        B
                   M    C   N  D
      E        F
                        G      H`,
      { stepM: 20 },
    )
      .way("ABM", { ...ROAD, oneway: "yes" })
      .way("MFE", { ...ROAD, oneway: "yes" })
      .way("MCND", ROAD)
      .way("CG", ROAD)
      .way("DHGC", ROAD)
      .build();
    expect(roads.drive("A", "E")).toMatch(/^ABMC.+CMFE$/);
    expect(roads.drive("A", "D")).toBe("ABMCND");
    expect(roads.drive("D", "E")).toBe("DNCMFE");
  });
});
