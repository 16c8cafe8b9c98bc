import { expect, test } from "vitest";
import { getEmergencyNumbers } from "./emergency-numbers.ts";

test.each([
  ["DE", "112", "112", "112"],
  ["us", "911", "911", "911"],
  ["GB", "999", "999", "999"],
  ["AU", "000", "000", "000"],
  ["NZ", "111", "111", "111"],
  ["JP", "110", "119", "119"],
  ["BR", "190", "192", "193"],
  ["XX", "112", "112", "112"],
  [undefined, "112", "112", "112"],
  ["constructor", "112", "112", "112"],
  ["", "112", "112", "112"],
])("the emergency numbers in %s are %s, %s and %s", (country, police, ambulance, fire) => {
  expect(getEmergencyNumbers(country)).toEqual({ police, ambulance, fire });
});
