import { expect, test } from "vitest";
import {
  type AccessNeed,
  meetsAccessNeeds,
  applicablePetsFilter,
  type VehicleAccess,
} from "../src/access-needs.ts";

test.each<[AccessNeed[], VehicleAccess[], boolean]>([
  [[], [], true],
  [["step-free"], ["step-free"], true],
  [["step-free"], ["wheelchair"], false],
  [["wheelchair"], [], false],
  [["wheelchair", "step-free"], ["step-free", "wheelchair"], true],
  [["wheelchair", "step-free"], ["wheelchair"], false],
  [["assistance-animal"], [], true],
  [["assistance-animal", "wheelchair"], [], false],
])(
  "decides whether a passenger with needs %j can travel in a vehicle with %j: %s",
  (needs, has, can) => {
    expect(meetsAccessNeeds(needs, has)).toBe(can);
  },
);

test("ignores the pets filter for passengers with an assistance animal", () => {
  expect(applicablePetsFilter([], "small")).toBe("small");
  expect(applicablePetsFilter(["assistance-animal"], "small")).toBeUndefined();
  expect(applicablePetsFilter(["step-free"], undefined)).toBeUndefined();
});
