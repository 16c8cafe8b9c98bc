import { findPasswordProblem } from "@commonlane/contract/password";

export interface PasswordResetValues {
  /** Nothing while a box of it is empty. */
  code: string | undefined;
  password: string;
  confirmPassword: string;
}

/** What is wrong with a wish for a new password, by the specification's order; nothing when it may be sent. */
export function validatePasswordReset({ code, password, confirmPassword }: PasswordResetValues): string | undefined {
  if (code === undefined) return "Please enter the complete 6-digit code";
  if (password === "") return "Please enter a new password";
  return findPasswordProblem(password) ?? (password === confirmPassword ? undefined : "Passwords do not match");
}
