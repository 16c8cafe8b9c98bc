import { auth } from "@commonlane/contract/auth";
import { identity } from "@commonlane/contract/identity";
import { isProblem } from "#shared/api-error.ts";
import { call } from "#shared/api.ts";
import { identityFailureText } from "#shared/identity-error-text.ts";
import { log } from "#shared/log.ts";
import { forgetUnregistered, keepUnregistered } from "#shared/session/unregistered.ts";
import { fulfilled, refusal } from "./verdict.ts";

/** What the registration form holds; the passwords are never kept beyond the page. */
export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  gender: "male" | "female";
  inviteCode: string;
}

/** The password goes along to be looked at: whether it will be refused is said before the code is waited for. */
export async function sendCode({ email, inviteCode, password, ...person }: Registration): Promise<unknown> {
  const body = { email, password, displayName: nameOf(person), inviteCode: inviteCode || undefined };
  return fulfilled(await call(auth.sendRegistrationCode, { body }));
}

const nameOf = ({ firstName, lastName }: Pick<Registration, "firstName" | "lastName">) =>
  [firstName, lastName].filter(Boolean).join(" ");

export const verifyCode = async (email: string, otp: string): Promise<unknown> =>
  fulfilled(await call(auth.verifyRegistrationCode, { body: { email, otp } }));

/**
 * Makes the account, names it and registers its profile. Only a failure to make the account is thrown, in our own words: a
 * profile that could not be registered is logged, and kept here for the next login to try again. The session that comes
 * with the account is closed, because the person signs in next.
 */
export async function createAccount({ password, inviteCode, ...person }: Registration): Promise<void> {
  const { email } = person;
  const name = nameOf(person);
  const body = { email, password, displayName: name, inviteCode: inviteCode || undefined };
  const { idToken } = await call(identity.signUp, { body }).catch(inOurWords);
  keepUnregistered(person);
  await call(auth.register, { body: { name, password, ...person } }, { idToken }).then(
    () => forgetUnregistered(email),
    told,
  );
  await call(identity.signOut, {}, { idToken }).catch(told);
}

function inOurWords(error: unknown): never {
  // What is wrong with a field is said by the server alone.
  throw isProblem(error, "invalid_input") ? error : refusal(identityFailureText(error));
}

const told = (error: unknown): void => log.error("registration not completed", { error });
