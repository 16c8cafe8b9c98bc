import type { Letter } from "#platform/mail/mailer.ts";
import { nameInSubject } from "#platform/mail/name-in-subject.ts";
import type { Settings } from "#platform/settings.ts";

type Community = Pick<Settings, "COMMUNITY_NAME">;

export const askingLetter = ({ COMMUNITY_NAME }: Community, to: string, owner: string, url: string): Letter => ({
  to,
  subject: `${nameInSubject(owner)} names you as a trusted contact`,
  paragraphs: [
    `${owner} shares rides at ${COMMUNITY_NAME}, and would like you to be told by mail when they have not said that they arrived. It would be a letter only then; you need no account.`,
    "Open the link below to agree or to decline. You can end it at any time. Without an answer you hear no more of it, and your address is forgotten after two weeks.",
  ],
  action: { label: "Answer", url },
});

/** What a contact is told of a ride from which nobody has heard. */
export interface OverdueRide {
  readonly owner: string;
  readonly way: string;
  readonly departed: string;
  readonly expected: string;
  /** Who drives and in what, as far as it is known. */
  readonly host: string;
  readonly vehicle: string | null;
  readonly position: string | null;
}

export const overdueLetter = ({ COMMUNITY_NAME }: Community, to: string, ride: OverdueRide, url: string): Letter => ({
  to,
  subject: `${nameInSubject(ride.owner)} has not said that they arrived`,
  paragraphs: [
    `${ride.owner} was to arrive at ${ride.expected} and has not answered when we asked. Often nothing is wrong: a jam, or an empty phone. Call them first.`,
    `The ride: ${ride.way}, left at ${ride.departed}. ${ride.host}${ride.vehicle ? ` Vehicle: ${ride.vehicle}.` : ""}`,
    ...(ride.position ? [`Where they were last, by their phone: ${ride.position}`] : []),
    `If you cannot reach them and are worried, call the police where they are and tell them the above. ${COMMUNITY_NAME} knows no more than this letter says.`,
  ],
  action: { label: "No longer be their trusted contact", url },
});

export const allIsWellLetter = (_: Community, to: string, owner: string, url: string): Letter => ({
  to,
  subject: `${nameInSubject(owner)} has arrived`,
  paragraphs: [`${owner} has said that they arrived. All is well.`],
  action: { label: "No longer be their trusted contact", url },
});
