import { translatable } from "./message.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./limits.ts";

/** Rules of section 5 of the specification, in order. `text` completes "Password must be …". */
export const passwordRules = [
  {
    text: `At least ${PASSWORD_MIN_LENGTH} characters`,
    isMet: (password: string) => password.length >= PASSWORD_MIN_LENGTH,
  },
  { text: "At least one uppercase letter", isMet: (password: string) => /\p{Lu}/u.test(password) },
  { text: "At least one lowercase letter", isMet: (password: string) => /\p{Ll}/u.test(password) },
  { text: "At least one digit", isMet: (password: string) => /\p{Nd}/u.test(password) },
] as const;

export const PASSWORD_REQUIRED = translatable("Password is required");
/** Fallback of the specification for a password that is rejected for any other reason. */
export const PASSWORD_REFUSED = translatable(
  "Password does not meet security requirements. Please check the requirements below.",
);

/** First rule that a password breaks, in the specification's words; undefined if it meets all. */
export function findPasswordProblem(password: string): string | undefined {
  if (password === "") return PASSWORD_REQUIRED;
  const failedRule = passwordRules.find(({ isMet }) => !isMet(password));
  if (failedRule) return `Password must be ${failedRule.text.toLowerCase()}`;
  return password.length > PASSWORD_MAX_LENGTH ? PASSWORD_REFUSED : undefined;
}

/** Everything that `findPasswordProblem` can say about a rule, for translators. */
export const passwordRefusals: readonly string[] = [
  translatable("Password must be at least 8 characters"),
  translatable("Password must be at least one uppercase letter"),
  translatable("Password must be at least one lowercase letter"),
  translatable("Password must be at least one digit"),
];
