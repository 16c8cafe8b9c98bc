import { ApiError } from "./api-error.ts";

/** What to tell a person of a failed call: the server's own sentence where it gave one, else the fallback. */
export function errorText(error: unknown, fallback: string): string {
  const told =
    error instanceof ApiError && error.status > 0 && error.code !== "unexpected" && error.code !== "unexpected_reply";
  return told ? error.message : fallback;
}
