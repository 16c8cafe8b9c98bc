import type { Language } from "@commonlane/contract/languages";
import type { EmailCard, EmailItem } from "./email-card.ts";

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

/** Sends e-mails. */
export interface Mailer<Ctx> {
  /** Enqueues e-mails that are sent if, and only if, the transaction of `ctx` commits. */
  send(ctx: Ctx, ...emails: readonly Email[]): Promise<void>;
}
