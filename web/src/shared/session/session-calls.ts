import { auth } from "@commonlane/contract/auth";
import { identity, type Session } from "@commonlane/contract/identity";
import type { Profile } from "@commonlane/contract/profiles";
import { call } from "../api.ts";
import { log } from "../log.ts";
import { chooseTimeZone } from "../wording/own-time-zone.ts";
import { noteCameBack } from "./came-back.ts";
import type { SessionUser } from "./session.ts";
import { forgetUnregistered, unregistered } from "./unregistered.ts";

export const refresh = (): Promise<Session> => call(identity.refresh, {});

export async function signIn(email: string, password: string): Promise<Session> {
  const session = await call(identity.signIn, { body: { email, password } });
  if (session.cameBack) noteCameBack();
  return session;
}

export function signOut(): Promise<{ success: boolean }> {
  chooseTimeZone(null);
  return call(identity.signOut, {});
}

/** Tells the backend of the sign-in and brings what the profile adds to the token's fields. */
export async function loadProfile(idToken: string): Promise<Partial<SessionUser>> {
  const profile = await repaired(await profileAtLogin(idToken), idToken);
  chooseTimeZone(profile.timeZone);
  const { displayName, emailVerified, phone, phoneVerified, firstName, lastName, gender, photo } = profile;
  const basic = { emailVerified, phone, phoneVerified, firstName, lastName, gender, photo };
  return { ...basic, ...(displayName && { displayName }) };
}

const profileAtLogin = async (idToken: string): Promise<Profile> =>
  (await call(auth.login, { body: { idToken } })).profile;

/** The profile with what could not be registered when the account was made; as it was when that fails again. */
async function repaired(profile: Profile, idToken: string): Promise<Profile> {
  const person = unregistered(profile.email);
  if (!person) return profile;
  try {
    // Names that are there were given since, and stand.
    if (profile.firstName === null) {
      const name = [person.firstName, person.lastName].filter(Boolean).join(" ");
      await call(auth.register, { body: { name, ...person } }, { idToken });
    }
    forgetUnregistered(profile.email);
    return profile.firstName === null ? await profileAtLogin(idToken) : profile;
  } catch (error) {
    log.error("registration not repaired", { error });
    return profile;
  }
}
