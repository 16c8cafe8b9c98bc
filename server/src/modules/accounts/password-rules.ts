import { passwordProblem } from "@commonlane/contract/password";
import { Problem } from "#platform/http/problem.ts";

/** Throws password_weak with the specification's sentence for the first rule that is not met. */
export function mustBeStrong(password: string, field: "password" | "newPassword" = "password"): void {
  const message = passwordProblem(password);
  if (message) throw new Problem("password_weak", { message, fields: { [field]: message } });
}
