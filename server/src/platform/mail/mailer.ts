import type { Language } from "@commonlane/contract/languages";

/** A trip as a card in an e-mail. All texts are in the reader's language. */
export interface EmailCard {
  /** "Tomorrow, 30 November" */
  readonly day: string;
  /** Where the reader gets in and out, in order. */
  readonly stops: readonly {
    readonly time: string;
    readonly place: string;
  }[];
  /** What holds for all times, such as that they are estimates. */
  readonly note?: string | undefined;
  readonly person?:
    | {
        readonly name: string;
        /** Their part in the trip, such as "Drives you". */
        readonly role: string;
        readonly initials: string;
        /** Their photo is sent with the e-mail, so that opening it loads nothing. */
        readonly photoId?: string | undefined;
      }
    | undefined;
  readonly facts: readonly {
    readonly label: string;
    readonly value: string;
  }[];
}

/** One of several messages in an e-mail: its title is a link. */
export interface EmailItem {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** A mail server, and the sender that it accepts. */
export interface MailRoute {
  readonly smtpUrl: string;
  readonly mailFrom: string;
}

/** The content of an e-mail; the layout is the same for all. */
export interface Email {
  readonly to: string;
  /** Language of its texts. */
  readonly language: Language;
  readonly subject: string;
  /** Above the text, where the subject alone does not say it. */
  readonly heading?: string;
  /** Plain text, one string per paragraph. */
  readonly paragraphs: readonly string[];
  /** Shown large, below the first paragraph. */
  readonly code?: string;
  /** The trip that the e-mail is about, below the text. */
  readonly card?: EmailCard;
  /** Several messages, below the text. */
  readonly items?: readonly EmailItem[];
  /** A button below the last paragraph; in plain text its URL. */
  readonly action?: {
    readonly label: string;
    readonly url: string;
  };
  /** Why the reader gets it, at the end. By default, because someone used the address. */
  readonly why?: string;
  /** Sent through this mail server instead of the present one. */
  readonly through?: MailRoute;
  /** Tracking id for delivery status; generated if omitted. */
  readonly id?: string;
  /** Unsubscribe URLs: `oneClick` for mail programs (RFC 8058), `page` for users. */
  readonly unsubscribe?: {
    readonly oneClick: string;
    readonly page: string;
  };
}

/**
 * Called with the delivery status: the e-mails were accepted, or permanently refused for a reason that names no one.
 */
export type OnDelivery<Ctx> = (
  ctx: Ctx,
  emailIds: readonly string[],
  failure: string | undefined,
) => Promise<void>;

/** What the mailer asks of modules. */
export interface MailHooks<Ctx> {
  readonly onDelivery?: OnDelivery<Ctx>;
  /** A photo as it is stored, as a small WebP; undefined if it was replaced or removed. */
  readonly findPhoto?: (ctx: Ctx, photoId: string) => Promise<Buffer | undefined>;
}

/** Sends e-mails. */
export interface Mailer<Ctx> {
  /** Enqueues e-mails that are sent if, and only if, the transaction of `ctx` commits. */
  send(ctx: Ctx, ...emails: readonly Email[]): Promise<void>;
}
