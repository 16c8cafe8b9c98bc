import { auth } from "@commonlane/contract/auth";
import { accounts } from "@commonlane/contract/accounts";
import { isProblem } from "#shared/api/api-error.ts";
import { call } from "#shared/api/api-client.ts";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { log } from "#shared/log.ts";
import {
  clearPendingRegistration,
  savePendingRegistration,
} from "#shared/session/pending-registration.ts";
import { messageOrThrow, createRefusal } from "../auth-response.ts";

/** Values of the registration form. Passwords never outlive the page. */
export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  gender: "male" | "female";
  inviteCode: string;
}

/** Sends the password along so that the server can reject it before the user waits for the code. */
export async function sendCode({
  email,
  inviteCode,
  password,
  ...person
}: Registration): Promise<unknown> {
  const body = {
    email,
    password,
    displayName: fullName(person),
    inviteCode: inviteCode || undefined,
  };
  return messageOrThrow(await call(auth.sendRegistrationCode, { body }));
}

function fullName({ firstName, lastName }: Pick<Registration, "firstName" | "lastName">) {
  return [firstName, lastName].filter(Boolean).join(" ");
}

export async function verifyCode(email: string, code: string): Promise<unknown> {
  return messageOrThrow(
    await call(auth.verifyRegistrationCode, {
      body: {
        email,
        otp: code,
      },
    }),
  );
}

/**
 * Creates the account and registers its profile. Throws only if the account could not be created, with our own message.
 * If the profile could not be registered, the failure is logged and stored, and the next login tries again. Closes the
 * session that comes with the account, because the user signs in next.
 */
export async function createAccount({
  password,
  inviteCode,
  ...person
}: Registration): Promise<void> {
  const { email } = person;
  const name = fullName(person);
  const body = {
    email,
    password,
    displayName: name,
    inviteCode: inviteCode || undefined,
  };
  const { idToken } = await call(accounts.signUp, { body }).catch(throwWithOwnText);
  savePendingRegistration(person);
  await call(
    auth.register,
    {
      body: {
        name,
        password,
        ...person,
      },
    },
    { idToken },
  ).then(() => clearPendingRegistration(email), logIncomplete);
  await call(accounts.signOut, {}, { idToken }).catch(logIncomplete);
}

function throwWithOwnText(error: unknown): never {
  // Only the server's message says which field is invalid.
  throw isProblem(error, "invalid_input") ? error : createRefusal(accountErrorText(error));
}

function logIncomplete(error: unknown): void {
  return log.error("registration not completed", { error });
}
