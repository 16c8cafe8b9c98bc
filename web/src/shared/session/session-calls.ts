import { auth } from "@commonlane/contract/auth";
import { identity, type Session } from "@commonlane/contract/identity";
import { call } from "../api.ts";
import type { SessionUser } from "./session.ts";

export const refresh = (): Promise<Session> => call(identity.refresh, {});

export const signIn = (email: string, password: string): Promise<Session> =>
  call(identity.signIn, { body: { email, password } });

export const signOut = (): Promise<{ success: boolean }> => call(identity.signOut, {});

/** Tells the backend of the sign-in and brings what the profile adds to the token's fields. */
export async function loadProfile(idToken: string): Promise<Partial<SessionUser>> {
  const { profile } = await call(auth.login, { body: { idToken } });
  const { displayName, emailVerified, phone, phoneVerified, firstName, lastName, gender } = profile;
  return { emailVerified, phone, phoneVerified, firstName, lastName, gender, ...(displayName && { displayName }) };
}
