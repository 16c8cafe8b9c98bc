import { expect, test } from "vitest";
import { type AccessNeed, meetsNeeds, petsWish, type VehicleAccess } from "./access.ts";

test.each<[AccessNeed[], VehicleAccess[], boolean]>([
  [[], [], true],
  [["step-free"], ["step-free"], true],
  [["step-free"], ["wheelchair"], false],
  [["wheelchair"], [], false],
  [["wheelchair", "step-free"], ["step-free", "wheelchair"], true],
  [["wheelchair", "step-free"], ["wheelchair"], false],
  [["assistance-animal"], [], true],
  [["assistance-animal", "wheelchair"], [], false],
])("[issue6/access:rule] who needs %j can travel in a vehicle that has %j: %s", (needs, has, can) => {
  expect(meetsNeeds(needs, has)).toBe(can);
});

test("[issue6/access:rule] a wish about pets is none for who comes with an assistance animal", () => {
  expect(petsWish([], "small")).toBe("small");
  expect(petsWish(["assistance-animal"], "small")).toBeUndefined();
  expect(petsWish(["step-free"], undefined)).toBeUndefined();
});
