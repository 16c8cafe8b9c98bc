import { expect, test } from "vitest";
import { errorText } from "#shared/api/error-text.ts";
import { messageOrThrow, type AuthResponse, findVerificationProblem } from "./auth-response.ts";

const textOf = (response: AuthResponse): string | undefined => {
  try {
    return messageOrThrow(response);
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
  expect(findVerificationProblem({ success: true })).toBeUndefined();
  expect(findVerificationProblem({ success: false, error: "It is over." })).toBe("It is over.");
  expect(findVerificationProblem({ success: false })).toBe("Email verification failed");
});
