import { expect, test } from "vitest";
import { errorText } from "#shared/error-text.ts";
import { fulfilled, type Told, verificationProblem } from "./verdict.ts";

const textOf = (told: Told): string | undefined => {
  try {
    return fulfilled(told);
  } catch (error) {
    return errorText(error, "the fallback");
  }
};

test("[spec/errors:server-text] the server's words are shown where there are any, else the fallback", () => {
  expect(textOf({ success: true, message: "Email is already verified" })).toBe("Email is already verified");
  expect(textOf({ success: true })).toBeUndefined();
  expect(textOf({ success: false, error: "Not today." })).toBe("Not today.");
  expect(textOf({ success: false, message: "never shown", error: "" })).toBe("the fallback");
});

test("[spec/verify:failed] a link that does not verify says why, or that the verification failed", () => {
  expect(verificationProblem({ success: true })).toBeUndefined();
  expect(verificationProblem({ success: false, error: "It is over." })).toBe("It is over.");
  expect(verificationProblem({ success: false })).toBe("Email verification failed");
});
