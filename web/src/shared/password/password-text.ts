import type { PasswordProblem, PasswordRule } from "@commonlane/contract/password";
import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

const rules: Readonly<Record<PasswordRule, MessageDescriptor>> = {
  "too-short": msg`At least 8 characters`,
  "no-uppercase": msg`At least one uppercase letter`,
  "no-lowercase": msg`At least one lowercase letter`,
  "no-digit": msg`At least one digit`,
};

const problems: Readonly<Record<PasswordProblem, MessageDescriptor>> = {
  missing: msg`Password is required`,
  "too-short": msg`Password must be at least 8 characters`,
  "no-uppercase": msg`Password must be at least one uppercase letter`,
  "no-lowercase": msg`Password must be at least one lowercase letter`,
  "no-digit": msg`Password must be at least one digit`,
  refused: msg`Password does not meet security requirements. Please check the requirements below.`,
};

/** A rule for passwords in the reader's language. */
export function passwordRuleText(rule: PasswordRule): string {
  return i18n._(rules[rule]);
}

/** Why a password is refused, in the reader's language. */
export function passwordProblemText(problem: PasswordProblem): string {
  return i18n._(problems[problem]);
}
