import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ApiError, isProblem } from "./api-error.ts";

/**
 * Message of a failed call: the server's, or the fallback. The message of a rejected field takes precedence because it
 * is more specific.
 */
export function errorText(
  error: unknown,
  fallback = i18n._(msg`Couldn't reach the server. Try again.`),
): string {
  const [fieldMessage] =
    isProblem(error, "invalid_input") || isProblem(error, "profile_incomplete")
      ? Object.values(error.fields)
      : [];
  if (fieldMessage) return fieldMessage;
  const hasServerMessage =
    error instanceof ApiError &&
    error.status > 0 &&
    error.code !== "unexpected" &&
    error.code !== "unexpected_reply";
  return hasServerMessage && error.message !== "" ? error.message : fallback;
}
