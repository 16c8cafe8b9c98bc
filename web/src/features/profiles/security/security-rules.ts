import { findPasswordProblem } from "@commonlane/contract/password";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { passwordProblemText } from "#shared/password/password-text.ts";
import { relativeTimeFormat } from "#shared/formatting/formatters.ts";

export interface PasswordChange {
  currentPassword: string;
  password: string;
  confirmPassword: string;
}

/** First error of a password change, in the order and with the messages of a reset, or undefined if it can be sent. */
export function validatePasswordChange({
  currentPassword,
  password,
  confirmPassword,
}: PasswordChange): string | undefined {
  if (currentPassword === "") return i18n._(msg`Please fill in all fields`);
  if (password === "") return i18n._(msg`Please enter a new password`);
  const problem = findPasswordProblem(password);
  if (problem !== undefined) return passwordProblemText(problem);
  return password === confirmPassword ? undefined : i18n._(msg`Passwords do not match`);
}

/** Time since the session was last used, in the largest unit that fits. */
export function lastUsedText(lastUsedAt: string, now: number): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(lastUsedAt)) / 60_000));
  const relativeTime = relativeTimeFormat({ numeric: "auto" });
  if (minutes < 60) return relativeTime.format(-minutes, "minute");
  if (minutes < 24 * 60) return relativeTime.format(-Math.round(minutes / 60), "hour");
  return relativeTime.format(-Math.round(minutes / (24 * 60)), "day");
}
