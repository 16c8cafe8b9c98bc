import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ApiError } from "#shared/api/api-error.ts";

/** Response of the calls for codes and links (specification, section 7): a message or an error. */
export interface AuthResponse {
  success: boolean;
  message?: string | undefined;
  error?: string | undefined;
}

/** Error for a refused request. The message may be empty. */
export const createRefusal = (message: string): ApiError =>
  new ApiError({
    code: "refused",
    status: 200,
    message,
  });

/** Returns the message of a successful response, if any. Throws with the server's message otherwise. */
export function messageOrThrow({ success, message, error }: AuthResponse): string | undefined {
  if (success && !error) return message;
  throw createRefusal(error ?? "");
}

/** Reason why a link did not verify an e-mail, or undefined if it did. */
export function findVerificationProblem({ success, error }: AuthResponse): string | undefined {
  return success ? undefined : error || i18n._(msg`Email verification failed`);
}
