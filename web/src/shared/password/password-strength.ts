export type StrengthLevel = "Very Weak" | "Weak" | "Fair" | "Good" | "Strong" | "Very Strong";

/** Level and length of the meter for the share (0 to 1) of password rules met (specification, section 5). */
export function passwordStrength(share: number): { level: StrengthLevel; percent: number } {
  if (share <= 0) return { level: "Very Weak", percent: 0 };
  if (share <= 0.25) return { level: "Weak", percent: 25 };
  if (share <= 0.5) return { level: "Fair", percent: 50 };
  if (share <= 0.75) return { level: "Good", percent: 75 };
  return share < 1 ? { level: "Strong", percent: 90 } : { level: "Very Strong", percent: 100 };
}
