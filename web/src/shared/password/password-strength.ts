import { passwordRules } from "@commonlane/contract/password";

export type StrengthLevel = "Very Weak" | "Weak" | "Fair" | "Good" | "Strong" | "Very Strong";

/**
 * Level and length of the meter for the share of password rules met (specification, section 5). That a password is
 * required is the first of five rules, so each of the six levels has a share of its own.
 */
export function passwordStrength(password: string): { level: StrengthLevel; percent: number } {
  if (password === "") return { level: "Very Weak", percent: 0 };
  const met = 1 + passwordRules.filter((rule) => rule.isMet(password)).length;
  const share = met / (1 + passwordRules.length);
  const percent = Math.round(100 * share);
  if (share <= 0.25) return { level: "Weak", percent };
  if (share <= 0.5) return { level: "Fair", percent };
  if (share <= 0.75) return { level: "Good", percent };
  return share < 1 ? { level: "Strong", percent: 90 } : { level: "Very Strong", percent: 100 };
}
