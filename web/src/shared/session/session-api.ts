import { auth } from "@commonlane/contract/auth";
import { accounts, type Session } from "@commonlane/contract/accounts";
import type { Profile } from "@commonlane/contract/profiles";
import { call } from "../api/api-client.ts";
import { lastSeqFor } from "../live/last-seq.ts";
import { log } from "../log.ts";
import { flagDeletionCancelled } from "./deletion-cancelled-flag.ts";
import { type SessionUser, toSessionUser } from "./session.ts";
import { clearPendingRegistration, findPendingRegistration } from "./pending-registration.ts";

export const refresh = (): Promise<Session> => call(accounts.refresh, {});

export async function signIn(email: string, password: string, code?: string): Promise<Session> {
  const session = await call(accounts.signIn, {
    body: {
      email,
      password,
      code,
    },
  });
  if (session.deletionCancelled) flagDeletionCancelled();
  return session;
}

/** Notes where a tab's live events begin, unless it has received some. */
export function startLiveEvents(uid: string, seq: string): void {
  const lastSeq = lastSeqFor(uid);
  if (lastSeq.read() === undefined) lastSeq.write(seq);
}

/** Ends the session, also at the institution where it began: its page then leads back. */
export async function signOut(idToken: string | undefined): Promise<void> {
  const { providerSignOutUrl } = await call(
    accounts.signOut,
    {},
    idToken === undefined ? {} : { idToken },
  );
  if (providerSignOutUrl !== undefined) location.assign(providerSignOutUrl);
}

/** Reports the sign-in to the backend and returns the fields that the profile adds to the token's. */
export async function loadProfile(idToken: string): Promise<Partial<SessionUser>> {
  const profile = await completeRegistration(await fetchProfileAtLogin(idToken), idToken);
  const { displayName, ...user } = toSessionUser(profile);
  // Before the registration is complete, the name of the token is kept.
  return displayName ? { ...user, displayName } : user;
}

const fetchProfileAtLogin = async (idToken: string): Promise<Profile> =>
  (await call(auth.logIn, { body: { idToken } })).profile;

/** Completes the profile with pending registration data; returns it unchanged if that fails again. */
async function completeRegistration(profile: Profile, idToken: string): Promise<Profile> {
  const person = findPendingRegistration(profile.email);
  if (!person) return profile;
  try {
    // Names that exist were entered later and are kept.
    if (profile.firstName === null) {
      const name = [person.firstName, person.lastName].filter(Boolean).join(" ");
      await call(
        auth.register,
        {
          body: {
            name,
            ...person,
          },
        },
        { idToken },
      );
    }
    clearPendingRegistration(profile.email);
    return profile.firstName === null ? await fetchProfileAtLogin(idToken) : profile;
  } catch (error) {
    log.error("pending registration failed", { error });
    return profile;
  }
}
