import { passwordProblem } from "@commonlane/contract/password";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { isCommon, isMadeOf } from "./common-passwords.ts";

const TRIED_FIRST = "Password must be harder to guess: this one is among those that everybody tries first.";
const OWN_WORDS =
  "Password must be harder to guess: this one is made of your name, your e-mail or the name of this community.";

/** Whose password it is to be. */
interface Owner {
  readonly email: string;
  readonly displayName?: string | null | undefined;
}

/**
 * Throws password_weak: with the specification's sentence for the first rule that is not met, or with ours where it is one
 * of the commonest or made of words that belong to its owner or to this community, and the operator refuses those.
 */
export async function mustBeStrong(
  { settings }: Context,
  password: string,
  { email, displayName = null }: Owner,
  field: "password" | "newPassword" = "password",
): Promise<void> {
  const words = ["Commonlane", settings.COMMUNITY_NAME, email.slice(0, email.lastIndexOf("@")), displayName];
  const tooEasy = async () =>
    (await isCommon(password)) ? TRIED_FIRST : isMadeOf(password, words) ? OWN_WORDS : undefined;
  const message = passwordProblem(password) ?? (settings.COMMON_PASSWORDS === "refused" ? await tooEasy() : undefined);
  if (message) throw new Problem("password_weak", { message, fields: { [field]: message } });
}
