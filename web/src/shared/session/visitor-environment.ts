import type { SessionEnvironment } from "./session.ts";

const refuse = () => Promise.reject(new Error("A prerendered page has no session."));
const ignore = () => undefined;

/** The environment of a page that is rendered outside of a browser: no session, no storage, no other tabs. */
export const visitorEnvironment: SessionEnvironment = {
  refresh: refuse,
  signIn: refuse,
  signOut: refuse,
  loadProfile: refuse,
  startLiveEvents: refuse,
  hint: { read: () => null, write: ignore },
  lastUser: { read: ignore, write: ignore, forget: ignore },
  isOffline: () => false,
  tabs: { send: ignore, listen: ignore },
  runExclusive: (run) => run(),
  onOfflineChange: ignore,
  now: () => Date.now(),
  schedule: () => ignore,
};
