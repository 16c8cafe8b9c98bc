import { ApiError, isProblem } from "./api-error.ts";

/**
 * What to tell a person of a failed call: the server's own sentence where it gave one, else the fallback. Of a field that
 * was refused the sentence on that field, which says more.
 */
export function errorText(error: unknown, fallback: string): string {
  const [fieldMessage] =
    isProblem(error, "invalid_input") || isProblem(error, "profile_incomplete") ? Object.values(error.fields) : [];
  if (fieldMessage) return fieldMessage;
  const hasServerMessage =
    error instanceof ApiError && error.status > 0 && error.code !== "unexpected" && error.code !== "unexpected_reply";
  return hasServerMessage && error.message !== "" ? error.message : fallback;
}
