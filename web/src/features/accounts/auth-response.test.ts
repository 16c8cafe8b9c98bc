import { auth } from "@commonlane/contract/auth";
import { i18n } from "@lingui/core";
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

i18n.loadAndActivate({ locale: "en", messages: {} });

test("[spec/errors:server-text] shows the server's message if there is one, otherwise the fallback", () => {
  expect(textOf({ success: true, message: "Email is already verified" })).toBe(
    "Email is already verified",
  );
  expect(textOf({ success: true })).toBeUndefined();
  expect(textOf({ success: false, error: "Not today." })).toBe("Not today.");
  expect(textOf({ success: false, message: "never shown", error: "" })).toBe("the fallback");
});

test("[spec/errors:server-text] an error alone, as other backends of the specification send it, is a failure with its text", () => {
  const reply = auth.verifyRegistrationCode.reply.parse({ error: "Not today." });
  expect(textOf(reply)).toBe("Not today.");
});

test("[spec/verify:failed] a failed verification link gives the reason, or says that the verification failed", () => {
  expect(findVerificationProblem({ success: true })).toBeUndefined();
  expect(findVerificationProblem({ success: false, error: "It is over." })).toBe("It is over.");
  expect(findVerificationProblem({ success: false })).toBe("Email verification failed");
});
