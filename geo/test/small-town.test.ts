import type { LatLng } from "@commonlane/matching/geo";
import { describe, expect, test } from "vitest";
import type { Tags } from "../src/osm/osm-element.ts";
import { buildRoadNetwork } from "../src/road-network/build-road-network.ts";
import { RoadNetwork } from "../src/road-network/road-network.ts";
import { SmallExtract } from "../src/testing/small-extract.ts";

const VADUZ = { lat: 47.14, lng: 9.52 };
const OXFORD = { lat: 51.752, lng: -1.258 };
const STEP_M = 10;
const STEP_LAT = STEP_M / 111_195;

type Place = readonly [column: number, row: number];

/** A map of ten metres a character, and the drives in it by the names of its nodes. */
async function openTown(map: string, center: LatLng, draw: (town: SmallExtract) => SmallExtract) {
  const extract = draw(new SmallExtract(map, { ...center, stepM: STEP_M }));
  const { built } = await extract.build();
  const network = new RoadNetwork(buildRoadNetwork(built.graph));
  const stepLng = STEP_LAT / Math.cos((center.lat * Math.PI) / 180);
  const at = ([column, row]: Place): LatLng => ({
    lat: center.lat - row * STEP_LAT,
    lng: center.lng + column * stepLng,
  });
  const toPlace = ({ lat, lng }: LatLng): Place => [
    Math.round((lng - center.lng) / stepLng),
    Math.round((center.lat - lat) / STEP_LAT),
  ];

  const drive = (from: Place, to: Place) => {
    const begin = network.snap(at(from));
    const end = network.snap(at(to));
    if (!begin || !end) return undefined;
    const road = network.road(network.labelFrom(begin), network.labelTo(end));
    return road && { ...road, corners: (network.path(begin, end) ?? []).map(toPlace) };
  };
  return { drive };
}

/** A street that becomes two carriageways, and a roundabout from which it goes on to the north and the east. */
const DIVIDED = `
                      N
                      |
                      O
        A          B
  W  X                  P       E
        D          C
                      Q`;

const roadOf = (names: string, isForward: boolean): string =>
  isForward ? names : names.split("").toReversed().join("");

const openDivided = (center: LatLng, isLeft: boolean) =>
  openTown(DIVIDED, center, (town) =>
    town
      .way("WX", { highway: "primary" })
      .way(roadOf("XABO", isLeft), { highway: "primary", oneway: "yes" })
      .way(roadOf("QCDX", isLeft), { highway: "primary", oneway: "yes" })
      .way(roadOf("OPQ", isLeft), { highway: "primary", junction: "roundabout" })
      .way(roadOf("QO", isLeft), { highway: "primary", junction: "roundabout" })
      .way("PE", { highway: "residential" })
      .way("ON", { highway: "residential" }),
  );

const WEST = [2, 5] as const;
const EAST = [32, 5] as const;
const UPPER = [12, 4] as const;

/** The rows in which a drive passes the middle of the divided street. */
const rowsOf = (corners: readonly Place[] = []) =>
  new Set(corners.filter(([column]) => column === 8).map(([, row]) => row));

describe.each([
  ["left", OXFORD, true],
  ["right", VADUZ, false],
] as const)("where people drive on the %s", (_, center, isLeft) => {
  test("[domain/pickup:driving-side] drives keep to their carriageway", async () => {
    const { drive } = await openDivided(center, isLeft);
    const upper = 4;
    const lower = 6;
    expect(rowsOf(drive(WEST, EAST)?.corners)).toEqual(new Set([isLeft ? upper : lower]));
    expect(rowsOf(drive(EAST, WEST)?.corners)).toEqual(new Set([isLeft ? lower : upper]));
  });

  test("[domain/pickup:driving-side] a house on one side of a divided road is driven past on that side", async () => {
    const { drive } = await openDivided(center, isLeft);
    const there = drive(WEST, UPPER);
    const back = drive(UPPER, WEST);
    const [along, round] = isLeft ? [there, back] : [back, there];
    expect(along?.distanceM).toBeLessThan(130);
    expect(round?.distanceM).toBeGreaterThan(250);
  });
});

const STREET = { highway: "residential", name: "Main Street" };

/** A street, and a larger road ten metres behind the houses on it, which are nearer to that road. */
const openStreetBeside = (tags: Tags) =>
  openTown(
    `
C                                      D
  A                                  B`,
    VADUZ,
    (town) =>
      town
        .way("AB", STREET)
        .way("CD", tags)
        .way("AC", { highway: "primary_link", oneway: "yes" })
        .way("DB", { highway: "primary_link", oneway: "yes" }),
  );

describe("[domain/pickup:ends] drives begin and end where people get in", () => {
  test.each<[string, Tags]>([
    ["the motorway behind a house", { highway: "motorway", oneway: "yes" }],
    ["a ramp behind a house", { highway: "motorway_link", oneway: "yes" }],
    ["the tunnel below a house", { highway: "primary", tunnel: "yes", layer: "-1" }],
    ["a road for motor vehicles only", { highway: "primary", motorroad: "yes" }],
  ])("not on %s", async (_, tags) => {
    const { drive } = await openStreetBeside(tags);
    const house = [20, 1] as const;
    const shop = [30, 2] as const;
    for (const road of [drive(house, shop), drive(shop, house)]) {
      expect(road?.distanceM).toBeLessThan(120);
      expect(new Set(road?.corners.map(([, row]) => row))).toEqual(new Set([2]));
    }
  });

  test("on a private driveway, and pass no closed road", async () => {
    const { drive } = await openTown(
      `
  D
  |          F      G
  A    B     C      E      Z`,
      VADUZ,
      (town) =>
        town
          .way("ABC", STREET)
          .way("CE", { ...STREET, motor_vehicle: "no", bus: "yes" })
          .way("EZ", STREET)
          .way("CFGE", STREET)
          .way("BD", { highway: "service", service: "driveway", access: "private" }),
    );
    const road = drive([2, 1], [24, 3]);
    expect(road?.corners.at(0)).toEqual([2, 1]);
    expect(road?.corners).toContainEqual([13, 2]);
    expect(road?.corners).toContainEqual([20, 2]);
  });
});
