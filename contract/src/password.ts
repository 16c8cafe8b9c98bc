import { translatable } from "./message.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./limits.ts";

/** Rules of section 5 of the specification, in order. A broken rule is named by its code. */
export const passwordRules = [
  {
    code: "too-short",
    isMet: (password: string) => password.length >= PASSWORD_MIN_LENGTH,
  },
  {
    code: "no-uppercase",
    isMet: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    code: "no-lowercase",
    isMet: (password: string) => /\p{Ll}/u.test(password),
  },
  {
    code: "no-digit",
    isMet: (password: string) => /\p{Nd}/u.test(password),
  },
] as const;

export type PasswordRule = (typeof passwordRules)[number]["code"];
/** Why a password is refused. */
export type PasswordProblem = "missing" | PasswordRule | "refused";

/** First rule that a password breaks; undefined if it meets all. */
export function findPasswordProblem(password: string): PasswordProblem | undefined {
  if (password === "") return "missing";
  const failedRule = passwordRules.find(({ isMet }) => !isMet(password));
  if (failedRule) return failedRule.code;
  return password.length > PASSWORD_MAX_LENGTH ? "refused" : undefined;
}

/** The server's messages, in the specification's words. */
export const passwordMessages = {
  missing: translatable("Password is required"),
  "too-short": translatable("Password must be at least 8 characters"),
  "no-uppercase": translatable("Password must be at least one uppercase letter"),
  "no-lowercase": translatable("Password must be at least one lowercase letter"),
  "no-digit": translatable("Password must be at least one digit"),
  /** Fallback of the specification for a password that is rejected for any other reason. */
  refused: translatable(
    "Password does not meet security requirements. Please check the requirements below.",
  ),
} as const satisfies Record<PasswordProblem, string>;
