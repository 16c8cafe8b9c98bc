import { findPasswordProblem } from "@commonlane/contract/password";

export interface PasswordResetValues {
  /** Undefined until all digits are entered. */
  code: string | undefined;
  password: string;
  confirmPassword: string;
}

/** First error of the form, in the order of the specification, or undefined if it can be sent. */
export function validatePasswordReset({ code, password, confirmPassword }: PasswordResetValues): string | undefined {
  if (code === undefined) return "Please enter the complete 6-digit code";
  if (password === "") return "Please enter a new password";
  return findPasswordProblem(password) ?? (password === confirmPassword ? undefined : "Passwords do not match");
}
