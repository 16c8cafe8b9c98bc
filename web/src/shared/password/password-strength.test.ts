import { expect, test } from "vitest";
import { passwordStrength } from "./PasswordPair.tsx";

test("[spec/validation:password-strength] names the level for the share of the five rules met", () => {
  expect(passwordStrength("")).toEqual({ level: "Very Weak", percent: 0 });
  expect(passwordStrength("-")).toEqual({ level: "Weak", percent: 20 });
  expect(passwordStrength("a")).toEqual({ level: "Fair", percent: 40 });
  expect(passwordStrength("aB")).toEqual({ level: "Good", percent: 60 });
  expect(passwordStrength("aB3")).toEqual({ level: "Strong", percent: 90 });
  expect(passwordStrength("aB345678")).toEqual({ level: "Very Strong", percent: 100 });
});
