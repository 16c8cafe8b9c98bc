import type { Language } from "@commonlane/contract/languages";

/** The caller of an endpoint, from the ID token or an API key. */
export interface Caller {
  readonly uid: string;
  /** Of an API key, its id, which is no session. */
  readonly sessionId: string;
  readonly emailVerified: boolean;
  /** The language chosen in the account's settings. */
  readonly language?: Language;
}
