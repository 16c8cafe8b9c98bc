import { describe, expect, test } from "vitest";
import type { Tags } from "../osm/osm-element.ts";
import { SmallExtract } from "../testing/small-extract.ts";

const RESIDENTIAL = { highway: "residential" };

/** From A to C over B, or by a detour over D, with the tags of the road over B. */
const shortcut = (tags: Tags) =>
  new SmallExtract(`
    A B C
    D   E`)
    .way("AB", RESIDENTIAL)
    .way("BC", { ...RESIDENTIAL, ...tags })
    .way("ADEC", RESIDENTIAL)
    .build();

describe("access of cars", () => {
  test.each<[Tags]>([
    [{}],
    [{ access: "yes" }],
    [{ access: "no", motor_vehicle: "yes" }],
    [{ access: "private", motorcar: "permissive" }],
    [{ vehicle: "no", motor_vehicle: "designated" }],
    [{ motor_vehicle: "agricultural;yes" }],
    [{ access: "unknown" }],
    [{ "motor_vehicle:conditional": "no @ (Mo-Fr 07:00-09:00)" }],
    [{ bicycle: "no", foot: "no", hgv: "no" }],
    [{ highway: "unclassified", maxweight: "3.5" }],
  ])("a road is open with %o", async (tags) => {
    const roads = await shortcut(tags);
    expect([roads.drive("A", "C"), roads.drive("C", "A")]).toEqual(["ABC", "CBA"]);
  });

  test.each<[Tags]>([
    [{ access: "no" }],
    [{ vehicle: "no" }],
    [{ motor_vehicle: "no" }],
    [{ motorcar: "no" }],
    [{ access: "yes", motorcar: "no" }],
    [{ motor_vehicle: "agricultural;forestry" }],
    [{ motor_vehicle: "no", bus: "yes" }],
    [{ access: "military" }],
    [{ highway: "footway" }],
    [{ highway: "path", access: "yes" }],
    [{ highway: "cycleway", vehicle: "yes" }],
    [{ highway: "pedestrian" }],
    [{ highway: "service", service: "emergency_access" }],
    [{ highway: "construction" }],
    [{ highway: "service", area: "yes" }],
    [{ smoothness: "impassable" }],
    [{ oneway: "reversible" }],
  ])("a road is closed with %o", async (tags) => {
    const roads = await shortcut(tags);
    expect([roads.drive("A", "C"), roads.drive("C", "A")]).toEqual(["ADEC", "CEDA"]);
    expect(roads.segments).not.toContain("BC");
  });

  test.each<[Tags]>([
    [{ access: "private" }],
    [{ motor_vehicle: "destination" }],
    [{ vehicle: "delivery" }],
    [{ access: "customers" }],
    [{ motor_vehicle: "agricultural;destination" }],
    [{ highway: "pedestrian", motor_vehicle: "destination" }],
    [{ highway: "track" }],
    [{ highway: "service", "4wd_only": "yes" }],
  ])("no car drives through with %o, but to a place there and away from it", async (tags) => {
    const roads = await new SmallExtract(`
      A B G C X
      D     E`)
      .way("AB", RESIDENTIAL)
      .way("BG", { ...RESIDENTIAL, ...tags })
      .way("GC", { ...RESIDENTIAL, ...tags })
      .way("ADEC", RESIDENTIAL)
      .way("CX", RESIDENTIAL)
      .build();
    expect(roads.drive("A", "X")).toBe("ADECX");
    expect(roads.drive("A", "G")).toBe("ABG");
    expect(roads.drive("G", "A")).toBe("GBA");
    expect(roads.drive("C", "G")).toBe("CG");
  });

  test.each<[Tags, boolean, boolean]>([
    [{ oneway: "yes" }, true, false],
    [{ oneway: "1" }, true, false],
    [{ oneway: "-1" }, false, true],
    [{ oneway: "no" }, true, true],
    [{ oneway: "alternating" }, true, true],
    [{ "oneway:bicycle": "yes" }, true, true],
    [{ "oneway:motor_vehicle": "yes" }, true, false],
    [{ oneway: "yes", "oneway:motorcar": "no" }, true, true],
    [{ junction: "roundabout" }, true, false],
    [{ junction: "circular", oneway: "no" }, true, true],
    [{ highway: "motorway" }, true, false],
    [{ highway: "motorway_link" }, true, true],
    [{ "motor_vehicle:backward": "no" }, true, false],
    [{ "vehicle:forward": "no" }, false, true],
    [{ access: "no", "motorcar:forward": "yes" }, true, false],
  ])("%o opens forward: %s, backward: %s", async (tags, forward, backward) => {
    const roads = await shortcut(tags);
    expect(roads.drive("A", "C")).toBe(forward ? "ABC" : "ADEC");
    expect(roads.drive("C", "A")).toBe(backward ? "CBA" : "CEDA");
  });
});

describe("destination-only areas", () => {
  const PRIVATE = { ...RESIDENTIAL, access: "private" };

  test("cars drive inside of an area, and leave it on any side", async () => {
    const roads = await new SmallExtract(`
      A B C
        F
      D G E
        H`)
      .way("ABC", RESIDENTIAL)
      .way("DGE", { ...RESIDENTIAL, oneway: "no" })
      .way("AD", RESIDENTIAL)
      .way("BFG", PRIVATE)
      .way("FE", PRIVATE)
      .way("GH", PRIVATE)
      .build();
    expect(roads.drive("C", "D")).toBe("CBAD");
    expect(roads.drive("F", "H")).toBe("FGH");
    expect(roads.drive("H", "F")).toBe("HGF");
    expect(roads.drive("H", "D")).toBe("HGD");
    expect(roads.drive("F", "D")).toBe("FGD");
    expect(roads.drive("C", "F")).toBe("CBF");
  });

  test("public roads behind a private one are reached over it, and not passed", async () => {
    const roads = await new SmallExtract(`
      A B C
        F
      G H I`)
      .way("ABC", RESIDENTIAL)
      .way("BF", PRIVATE)
      .way("FH", RESIDENTIAL)
      .way("GHI", RESIDENTIAL)
      .way("CI", PRIVATE)
      .build();
    expect(roads.drive("A", "G")).toBe("ABFHG");
    expect(roads.drive("G", "I")).toBe("GHI");
    expect(roads.drive("I", "A")).toBe("ICBA");
    expect(roads.drive("B", "C")).toBe("BC");
  });
});
