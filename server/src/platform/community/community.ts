import { isDeepStrictEqual } from "node:util";
import type { DataCredit, SignInProviderSummary } from "@commonlane/contract/community";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import {
  type CommunityAccess,
  type CommunityLogo,
  findAccess,
  findLogo,
  findMeetingPointCredits,
  findProviderSummaries,
  findPublishedTexts,
  findStoredValues,
  NO_TEXTS,
  OPEN_TO_ALL,
  type PublishedTexts,
} from "./community-settings.store.ts";
import { type CommunityValues, DEFAULT_VALUES, valueNames } from "./community-values.ts";

/**
 * The settings of the community, always with their current values: what the operator's environment fixes, else what
 * administrators stored, else the default. Read a field when it is needed; do not keep its value.
 */
export interface Community extends Readonly<CommunityValues>, CommunityAccess {
  /** Settings that the environment fixes. */
  readonly fixedNames: ReadonlySet<keyof CommunityValues>;
  /** Enabled providers of sign-ins; which domains they enforce is decided by the database. */
  readonly signInProviders: readonly SignInProviderSummary[];
  /** Open data that meeting points were imported from. */
  readonly meetingPointCredits: readonly DataCredit[];
  /** The legal texts that administrators published. */
  readonly publishedTexts: PublishedTexts;
  readonly logo: CommunityLogo | null;
  /**
   * Reads the stored settings; afterwards, none is older than the call. Every process does so when it starts and when
   * they change.
   */
  readonly reload: (db: Db) => Promise<void>;
  /** Calls the listener after settings changed; returns a function that stops this. */
  readonly onChange: (listener: () => void) => () => void;
}

const CURRENT_NAMES = [
  ...valueNames,
  "inviteOnly",
  "maintenance",
  "signInProviders",
  "meetingPointCredits",
  "publishedTexts",
  "logo",
] as const;

/** The settings until `reload` has read the stored ones. */
export function createCommunity(fixed: Partial<CommunityValues>, log: Log): Community {
  const listeners = new Set<() => void>();
  // One read at a time: of two at once, the older could end last and bring back an outdated value.
  let lastRead: Promise<unknown> = Promise.resolve();
  const community: Community = {
    signInProviders: [],
    meetingPointCredits: [],
    ...OPEN_TO_ALL,
    ...DEFAULT_VALUES,
    ...fixed,
    publishedTexts: NO_TEXTS,
    logo: null,
    fixedNames: new Set(valueNames.filter((name) => fixed[name] !== undefined)),
    reload(db: Db): Promise<void> {
      const read = async () => {
        const current = {
          ...(await findAccess(db)),
          ...DEFAULT_VALUES,
          ...(await findStoredValues(db, log)),
          ...fixed,
          publishedTexts: await findPublishedTexts(db),
          logo: await findLogo(db),
          signInProviders: await findProviderSummaries(db),
          meetingPointCredits: await findMeetingPointCredits(db),
        };
        if (CURRENT_NAMES.every((name) => isDeepStrictEqual(current[name], community[name])))
          return;
        Object.assign(community, current);
        for (const listener of listeners) listener();
      };
      const reading = lastRead.then(read, read);
      lastRead = reading;
      return reading;
    },
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return community;
}
