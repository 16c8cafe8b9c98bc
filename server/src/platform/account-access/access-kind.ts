import type { AccessKindName } from "@commonlane/contract/account-access";
import type { Message } from "@commonlane/contract/message";
import type { Caller } from "../http/endpoints/exchange.ts";

/** What ends access to an account. */
export type AccessEnding =
  | "email-undo"
  | "password-reset"
  | "password-change"
  | "sign-out-everywhere"
  | "suspension"
  | "deletion";

/**
 * What then happens to a kind of access: all of it ends; what was added lately ends; it stays, but is refused while the
 * account is suspended or being deleted; or it stays.
 */
type EndingScope = "all" | "lately" | "refused" | "stays";

/** Where a request comes from, as account events record it. */
export interface ActingClient {
  readonly networkPrefix: string;
  readonly device: string | null;
}

export interface EndedAccess {
  readonly uid: string;
  readonly ending: AccessEnding;
  /** Only what was added later ends. */
  readonly addedAfter: Date;
  /** For account events. */
  readonly reason: string;
  /** Session that stays open. */
  readonly exceptSessionId?: string;
  /** Secrets of the browser that stays known. */
  readonly exceptDevices?: readonly string[];
  /** Undefined if the server acts by itself. */
  readonly client?: ActingClient | undefined;
}

/** One thing that signs in to an account, or shows someone what its owner does. */
export interface AccessItem {
  readonly id: string;
  /** As the owner or their device named it. */
  readonly name: string | null;
  /** Null if it is older than the record of it. */
  readonly since: Date | null;
  readonly lastUsedAt: Date | null;
  /** The session that it belongs to, if any. */
  readonly sessionId?: string;
}

/** A kind of access; the module that owns its tables defines it. */
export interface AccessKind<Context, InTransaction extends Context> {
  readonly name: AccessKindName;
  /** Tables whose rows grant this access. */
  readonly tables: readonly string[];
  readonly endings: Readonly<Record<AccessEnding, EndingScope>>;
  /** How its owner learns of a new one, or why there is no e-mail. */
  readonly notified: string;
  /** Why adding one needs no recent confirmation; undefined if it needs one. */
  readonly unconfirmedBecause?: string;
  readonly endAll: (ctx: InTransaction, ended: EndedAccess) => Promise<unknown>;
  /** Undefined for what lasts minutes only, or is of no use without something else. */
  readonly shown?: {
    /** As part of a list, such as "Calendar feed". */
    readonly noun: Message;
    readonly list: (ctx: Context, uid: string) => Promise<AccessItem[]>;
    /** Throws not_found or what the module's own call throws. Undefined if it is changed rather than ended. */
    readonly end?: (
      ctx: Context,
      caller: Caller,
      id: string,
      client: ActingClient,
    ) => Promise<unknown>;
    /** Ending it weakens the account, or may lock its owner out, so that it needs a recent confirmation. */
    readonly endIsConfirmed?: true;
  };
}
