import { translatable } from "@commonlane/contract/message";
import { findPasswordProblem, passwordMessages } from "@commonlane/contract/password";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { isCommonPassword, isMadeOfWords } from "./common-passwords.ts";

const COMMON_PASSWORD = translatable("Password must be harder to guess: this one is very common.");
const MADE_OF_OWN_WORDS = translatable(
  "Password must be harder to guess: don't build it from your name, e-mail address or the name of this community.",
);

/** Owner of the password to check. */
interface PasswordOwner {
  readonly email: string;
  readonly displayName?: string | null | undefined;
}

/**
 * Throws password_weak with the specification's message for the first rule that is not met, or with our own message for
 * a common password or one made of words from the owner's name, address or community, unless COMMON_PASSWORDS allows
 * these.
 */
export async function assertStrongPassword(
  { settings, community }: Context,
  password: string,
  { email, displayName = null }: PasswordOwner,
  field: "password" | "newPassword" = "password",
): Promise<void> {
  const words = ["Commonlane", community.name, email.slice(0, email.lastIndexOf("@")), displayName];
  const findWeakness = async () => {
    if (await isCommonPassword(password)) return COMMON_PASSWORD;
    return isMadeOfWords(password, words) ? MADE_OF_OWN_WORDS : undefined;
  };
  const problem = findPasswordProblem(password);
  const weakness =
    problem || settings.COMMON_PASSWORDS !== "refused" ? undefined : await findWeakness();
  const message = problem ? passwordMessages[problem] : weakness;
  if (message)
    throw new Problem("password_weak", {
      message,
      fields: { [field]: message },
    });
}
