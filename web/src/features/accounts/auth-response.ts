import { ApiError } from "#shared/api/api-error.ts";

/** What the calls around codes and links answer (specification, section 7): a message, or an error. */
export interface AuthResponse {
  success: boolean;
  message?: string | undefined;
  error?: string | undefined;
}

/** A no with these words, or without any. */
export const createRefusal = (message: string): ApiError => new ApiError({ code: "refused", status: 200, message });

/** The message of an answer, if it has one. Throws where it says that the wish was not fulfilled, with its words. */
export function messageOrThrow({ success, message, error }: AuthResponse): string | undefined {
  if (success && !error) return message;
  throw createRefusal(error ?? "");
}

/** Why a link did not verify an e-mail, by an answer; nothing when it did. */
export function findVerificationProblem({ success, error }: AuthResponse): string | undefined {
  return success ? undefined : error || "Email verification failed";
}
