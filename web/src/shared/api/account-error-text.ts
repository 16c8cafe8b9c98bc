import { authErrorMessage } from "@commonlane/contract/account-errors";
import { ApiError } from "./api-error.ts";
import { errorText } from "./error-text.ts";

/** What to tell a person of a failed call to the identity service: our sentence where we know the code, else its own text. */
export function accountErrorText(error: unknown): string {
  const code = error instanceof ApiError ? error.code : "";
  return authErrorMessage({
    code: code === "network" ? "auth/network-request-failed" : code,
    error: errorText(error, ""),
  });
}
