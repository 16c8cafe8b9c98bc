import { message } from "@commonlane/contract/message";
import { NOT_YOU } from "#platform/account-access/owner-emails.ts";
import { dateFormat } from "#platform/i18n/formats.ts";
import { translatorFor } from "#platform/i18n/translate.ts";
import { composeEmail, type Recipient, safeNameForSubject } from "#platform/mail/compose-email.ts";
import type { Email } from "#platform/mail/mailer.ts";
import type { Community } from "#platform/community/community.ts";
import { createHmac } from "node:crypto";
import { z } from "zod";
import { recipientAt, siteUrl } from "#modules/accounts/index.ts";
import { linkSecret } from "#modules/notifications/index.ts";
import type { Context } from "#platform/context.ts";
import { areEqualSecrets } from "#platform/hashes.ts";

const Token = z.tuple([z.uuid(), z.string()]);

type CommunityName = Pick<Community, "name">;

const STOP = message("Stop being their trusted contact", { comment: "Button in an e-mail." });

export const contactInvitationEmail = (
  community: CommunityName,
  recipient: Recipient,
  owner: string,
  url: string,
): Email =>
  composeEmail(recipient, {
    subject: message("{name} would like you as a trusted contact"),
    paragraphs: [
      message(
        "{owner} shares rides on {community} and would like us to e-mail you if they don't confirm that they arrived safely. We won't write about anything else, and you don't need an account.",
      ),
      message(
        "Open the link below to accept or decline. You can stop at any time. If you don't answer, we won't write again and will delete your address after two weeks.",
      ),
    ],
    action: {
      label: message("Answer", {
        comment: "Button in an e-mail: opens the page to accept or decline.",
      }),
      url,
    },
    values: {
      name: safeNameForSubject(recipient.language, owner),
      owner,
      community: community.name,
    },
  });

/** To the owner of the account. */
export const contactAddedEmail = (
  community: CommunityName,
  recipient: Recipient,
  contact: {
    readonly name: string;
    readonly email: string;
  },
): Email =>
  composeEmail(recipient, {
    subject: message("Your {community} account has a new trusted contact"),
    paragraphs: [
      message(
        "We asked {contact} ({address}) to be your trusted contact. If they accept, we tell them where you were last if you don't confirm that you arrived.",
        { comment: "contact: the name of a person. address: their e-mail address." },
      ),
      NOT_YOU,
    ],
    values: {
      community: community.name,
      contact: contact.name,
      address: contact.email,
    },
  });

/** Details of an overdue trip for the e-mail to a trusted contact. */
export interface OverdueRide {
  /** Name of the person who has not arrived; undefined if they have none. */
  readonly owner: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly departedAt: Date;
  readonly expectedAt: Date;
  /** Name of the driver; undefined if they have none. */
  readonly driver: string | undefined;
  readonly isDriver: boolean;
  readonly vehicle: string | null;
  readonly position: {
    readonly lat: number;
    readonly lng: number;
    readonly at: Date;
  } | null;
}

/** Includes the time zone, because contacts may be elsewhere. */
const formatTime = dateFormat({
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

const SOMEONE = message("Someone", {
  comment: "Instead of a person's name, at the start of a sentence.",
});
const THE_DRIVER = message("The driver", {
  comment: "Instead of a name, at the start of “The driver is driving.”",
});
const DRIVING = message("{name} is driving.", {
  comment: "Who drives the car, in an e-mail about a late arrival.",
});
const VEHICLE = message("Vehicle: {vehicle}.", {
  comment: "vehicle: colour, make, model and number plate.",
});

export function overdueArrivalEmail(
  community: CommunityName,
  recipient: Recipient,
  ride: OverdueRide,
  url: string,
): Email {
  const { language } = recipient;
  const { timeZone, position } = ride;
  const t = translatorFor(language);
  const owner = ride.owner ?? t(SOMEONE);
  const driver = t(DRIVING, { name: ride.isDriver ? owner : (ride.driver ?? t(THE_DRIVER)) });
  const values = {
    name: safeNameForSubject(language, ride.owner),
    owner,
    from: ride.from,
    to: ride.to,
    departure: formatTime(language, ride.departedAt, timeZone),
    arrival: formatTime(language, ride.expectedAt, timeZone),
    // Two sentences, of which the second may be missing.
    car: ride.vehicle ? `${driver} ${t(VEHICLE, { vehicle: ride.vehicle })}` : driver,
    position: position ? `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}` : "",
    seen: position ? formatTime(language, position.at, timeZone) : "",
    community: community.name,
  };
  return composeEmail(recipient, {
    subject: message("{name} hasn't confirmed their arrival"),
    paragraphs: [
      message(
        "{owner} was expected to arrive at {arrival} and hasn't answered our question. Often it's just traffic or an empty battery. Call them first.",
        { comment: "arrival: day and time." },
      ),
      message("Trip: {from} → {to}, departed {departure}. {car}", {
        comment: "departure: day and time. car: sentences about the driver and the vehicle.",
      }),
      ...(position
        ? [
            message("Last known position from their phone: {position} ({seen})", {
              comment: "position: latitude and longitude. seen: day and time.",
            }),
          ]
        : []),
      message(
        "If you can't reach them and are worried, call the police where they are and pass on these details. This is all {community} knows.",
      ),
    ],
    action: { label: STOP, url },
    values,
  });
}

export function allIsWellEmail(recipient: Recipient, owner: string, url: string): Email {
  return composeEmail(recipient, {
    subject: message("{name} has arrived", {
      comment: "Subject of an e-mail to a trusted contact.",
    }),
    paragraphs: [message("{owner} has confirmed that they arrived. All is well.")],
    action: { label: STOP, url },
    values: {
      name: safeNameForSubject(recipient.language, owner),
      owner,
    },
  });
}

/**
 * Link with which a trusted contact answers, in every e-mail to them. It is signed, not stored, and valid while they
 * are a contact.
 */
export async function contactUrl(ctx: Context, contactId: string): Promise<string> {
  const token = `${contactId}.${signatureOf(await linkSecret(ctx), contactId)}`;
  return `${siteUrl(ctx.settings)}/trusted-contact#${token}`;
}

/** The contact id of a token; undefined if the signature is invalid. */
export async function contactIdFromToken(ctx: Context, token: string): Promise<string | undefined> {
  const [id, signature] = Token.safeParse(token.split(".")).data ?? [];
  if (id === undefined || signature === undefined) return undefined;
  return areEqualSecrets(signature, signatureOf(await linkSecret(ctx), id)) ? id : undefined;
}

const signatureOf = (secret: string, id: string): string =>
  createHmac("sha256", secret).update(`trusted-contact ${id}`).digest("base64url");

/** Contacts without an account read the language of the sender's community. */
export function contactRecipient(ctx: Context, email: string): Promise<Recipient> {
  return recipientAt(ctx, email, ctx.community.language);
}
