import { authErrorMessage } from "@commonlane/contract/account-errors";
import { ApiError } from "./api-error.ts";
import { errorText } from "./error-text.ts";

/** Message for a failed identity call: our own for known codes, otherwise the server's. */
export function accountErrorText(error: unknown): string {
  const code = error instanceof ApiError ? error.code : "";
  return authErrorMessage({
    code: code === "network" ? "auth/network-request-failed" : code,
    error: errorText(error, ""),
  });
}
