import { describe, expect, test } from "vitest";
import type { Tags } from "../osm/osm-element.ts";
import { SmallExtract } from "../testing/small-extract.ts";

const RESIDENTIAL = { highway: "residential" };
const SERVICE = { highway: "service" };
const MOTORWAY = { highway: "motorway", oneway: "yes" };

/** From A to C over the barrier at B, or by a detour over D. */
const barrierAt = (tags: Tags, road: Tags = RESIDENTIAL) =>
  new SmallExtract(`
    A B C
    D   E`)
    .way("ABC", road)
    .way("ADEC", RESIDENTIAL)
    .node("B", tags)
    .build();

describe("barriers", () => {
  test.each<[Tags]>([
    [{ barrier: "bollard" }],
    [{ barrier: "block" }],
    [{ barrier: "cycle_barrier" }],
    [{ barrier: "gate", access: "no" }],
    [{ barrier: "gate", motor_vehicle: "no" }],
    [{ barrier: "gate", access: "private" }],
    [{ barrier: "gate", locked: "yes" }],
    [{ barrier: "lift_gate", vehicle: "private" }],
    [{ barrier: "bus_trap" }],
  ])("no car drives through %o", async (tags) => {
    const roads = await barrierAt(tags);
    expect([roads.drive("A", "C"), roads.drive("C", "A")]).toEqual(["ADEC", "CEDA"]);
  });

  test.each<[Tags]>([
    [{ barrier: "bollard", motor_vehicle: "yes" }],
    [{ barrier: "gate" }],
    [{ barrier: "gate", access: "yes" }],
    [{ barrier: "lift_gate", motorcar: "permissive" }],
    [{ barrier: "cattle_grid" }],
    [{ barrier: "toll_booth" }],
    [{ barrier: "border_control" }],
    [{ barrier: "kerb" }],
    [{ highway: "crossing", access: "no" }],
  ])("cars drive through %o on a public road", async (tags) => {
    const roads = await barrierAt(tags);
    expect([roads.drive("A", "C"), roads.drive("C", "A")]).toEqual(["ABC", "CBA"]);
  });

  test("a gate of which no tag says who may pass is closed on a service road", async () => {
    const roads = await barrierAt({ barrier: "gate" }, SERVICE);
    expect(roads.drive("A", "C")).toBe("ADEC");
  });

  test("a place behind a private gate is reached through it", async () => {
    const roads = await new SmallExtract(`
      A B C D
            E`)
      .way("ABCD", RESIDENTIAL)
      .way("DE", RESIDENTIAL)
      .way("CE", RESIDENTIAL)
      .node("B", { barrier: "gate", access: "private" })
      .build();
    expect(roads.drive("A", "E")).toBe("ABCE");
    expect(roads.drive("E", "A")).toBe("ECBA");
    expect(roads.drive("D", "C")).toBe("DC");
  });

  test("two areas behind gates are not a way between public roads", async () => {
    const gate = { barrier: "lift_gate", access: "private" };
    const roads = await new SmallExtract(`
      A B C D E
      F       G`)
      .way("ABC", SERVICE)
      .way("CDE", SERVICE)
      .way("AFGE", RESIDENTIAL)
      .node("B", gate)
      .node("D", gate)
      .build();
    expect(roads.drive("A", "E")).toBe("AFGE");
    expect(roads.drive("A", "C")).toBe("ABC");
    expect(roads.drive("E", "C")).toBe("EDC");
  });

  test("a gate behind a rest area does not lead from the motorway into the village", async () => {
    const roads = await new SmallExtract(`
      A  B         C  D
             E G F
               I
      K        L           M`)
      .way("ABCD", MOTORWAY)
      .way("BE", { highway: "motorway_link", oneway: "yes" })
      .way("EGF", SERVICE)
      .way("FC", { highway: "motorway_link", oneway: "yes" })
      .way("GI", SERVICE)
      .way("IL", SERVICE)
      .way("KLM", RESIDENTIAL)
      .way("DM", { highway: "motorway_link", oneway: "yes" })
      .node("I", { barrier: "gate" })
      .build();
    expect(roads.drive("A", "K")).toBe("ABCDMLK");
    expect(roads.drive("A", "G")).toBe("ABEG");
  });
});
