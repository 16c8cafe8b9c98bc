import { findPasswordProblem } from "@commonlane/contract/password";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { passwordProblemText } from "#shared/password/password-text.ts";

export interface PasswordResetValues {
  /** Undefined until all digits are entered. */
  code: string | undefined;
  password: string;
  confirmPassword: string;
}

/** First error of the form, in the order of the specification, or undefined if it can be sent. */
export function validatePasswordReset({
  code,
  password,
  confirmPassword,
}: PasswordResetValues): string | undefined {
  if (code === undefined) return i18n._(msg`Please enter the complete 6-digit code`);
  if (password === "") return i18n._(msg`Please enter a new password`);
  const problem = findPasswordProblem(password);
  if (problem !== undefined) return passwordProblemText(problem);
  return password === confirmPassword ? undefined : i18n._(msg`Passwords do not match`);
}
