import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./limits.ts";

/** The rules of the specification's section 5, in their order. `text` completes "Password must be …". */
export const passwordRules = [
  {
    text: `At least ${PASSWORD_MIN_LENGTH} characters`,
    isMet: (password: string) => password.length >= PASSWORD_MIN_LENGTH,
  },
  { text: "At least one uppercase letter", isMet: (password: string) => /\p{Lu}/u.test(password) },
  { text: "At least one lowercase letter", isMet: (password: string) => /\p{Ll}/u.test(password) },
  { text: "At least one digit", isMet: (password: string) => /\d/.test(password) },
] as const;

export const PASSWORD_REQUIRED = "Password is required";
/** The specification's fallback: a password is refused, and none of the rules says why. */
export const PASSWORD_REFUSED = "Password does not meet security requirements. Please check the requirements below.";

/** What is wrong with a password, in the specification's words; nothing when every rule is met. */
export function findPasswordProblem(password: string): string | undefined {
  if (password === "") return PASSWORD_REQUIRED;
  const failedRule = passwordRules.find(({ isMet }) => !isMet(password));
  if (failedRule) return `Password must be ${failedRule.text.toLowerCase()}`;
  return password.length > PASSWORD_MAX_LENGTH ? PASSWORD_REFUSED : undefined;
}
