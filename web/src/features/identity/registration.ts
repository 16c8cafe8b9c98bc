import { auth } from "@commonlane/contract/auth";
import { identity } from "@commonlane/contract/identity";
import { call } from "#shared/api.ts";
import { log } from "#shared/log.ts";

/** What the registration form holds; the passwords are never kept beyond the page. */
export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  gender: "male" | "female";
}

export const sendCode = (email: string): Promise<unknown> => call(auth.sendRegistrationCode, { body: { email } });

export const verifyCode = (email: string, otp: string): Promise<unknown> =>
  call(auth.verifyRegistrationCode, { body: { email, otp } });

/**
 * Makes the account, names it and registers its profile. Only a failure to make the account is thrown: a profile that could
 * not be registered is logged, and can be completed after signing in. The session that comes with the account is closed,
 * because the person signs in next.
 */
export async function createAccount(person: Registration): Promise<void> {
  const { email, password, phone, firstName, lastName, gender } = person;
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const { idToken } = await call(identity.signUp, { body: { email, password, displayName: name } });
  await call(auth.register, { body: { name, email, phone, password, firstName, lastName, gender } }, { idToken }).catch(
    told,
  );
  await call(identity.signOut, {}, { idToken }).catch(told);
}

const told = (error: unknown): void => log.error("registration not completed", { error });
