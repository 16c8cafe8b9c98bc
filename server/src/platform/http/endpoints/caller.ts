import type { Language } from "@commonlane/contract/languages";

/** The caller of an endpoint, from the ID token. */
export interface Caller {
  readonly uid: string;
  readonly sessionId: string;
  readonly emailVerified: boolean;
  /** The language chosen in the account's settings. */
  readonly language?: Language;
}
