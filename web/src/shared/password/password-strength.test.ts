import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength.ts";

test("[spec/validation:password-strength] names the level for the share of rules met", () => {
  expect(passwordStrength(0)).toEqual({ level: "Very Weak", percent: 0 });
  expect(passwordStrength(0.25)).toEqual({ level: "Weak", percent: 25 });
  expect(passwordStrength(0.5)).toEqual({ level: "Fair", percent: 50 });
  expect(passwordStrength(0.75)).toEqual({ level: "Good", percent: 75 });
  expect(passwordStrength(0.8)).toEqual({ level: "Strong", percent: 90 });
  expect(passwordStrength(1)).toEqual({ level: "Very Strong", percent: 100 });
});
