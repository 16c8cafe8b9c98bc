import { auth } from "@commonlane/contract/auth";
import { accounts } from "@commonlane/contract/accounts";
import { isProblem } from "#shared/api/api-error.ts";
import { call } from "#shared/api/api-client.ts";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { log } from "#shared/log.ts";
import { clearPendingRegistration, savePendingRegistration } from "#shared/session/pending-registration.ts";
import { messageOrThrow, createRefusal } from "../auth-response.ts";

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
  const body = { email, password, displayName: fullName(person), inviteCode: inviteCode || undefined };
  return messageOrThrow(await call(auth.sendRegistrationCode, { body }));
}

const fullName = ({ firstName, lastName }: Pick<Registration, "firstName" | "lastName">) =>
  [firstName, lastName].filter(Boolean).join(" ");

export const verifyCode = async (email: string, code: string): Promise<unknown> =>
  messageOrThrow(await call(auth.verifyRegistrationCode, { body: { email, otp: code } }));

/**
 * Makes the account, names it and registers its profile. Only a failure to make the account is thrown, in our own words: a
 * profile that could not be registered is logged, and kept here for the next login to try again. The session that comes
 * with the account is closed, because the person signs in next.
 */
export async function createAccount({ password, inviteCode, ...person }: Registration): Promise<void> {
  const { email } = person;
  const name = fullName(person);
  const body = { email, password, displayName: name, inviteCode: inviteCode || undefined };
  const { idToken } = await call(accounts.signUp, { body }).catch(throwWithOwnText);
  savePendingRegistration(person);
  await call(auth.register, { body: { name, password, ...person } }, { idToken }).then(
    () => clearPendingRegistration(email),
    logIncomplete,
  );
  await call(accounts.signOut, {}, { idToken }).catch(logIncomplete);
}

function throwWithOwnText(error: unknown): never {
  // What is wrong with a field is said by the server alone.
  throw isProblem(error, "invalid_input") ? error : createRefusal(accountErrorText(error));
}

const logIncomplete = (error: unknown): void => log.error("registration not completed", { error });
