import type { Email } from "#platform/mail/mailer.ts";
import { safeNameForSubject } from "#platform/mail/name-in-subject.ts";
import type { Settings } from "#platform/settings.ts";

type Community = Pick<Settings, "COMMUNITY_NAME">;

export const contactInvitationEmail = (
  { COMMUNITY_NAME }: Community,
  to: string,
  owner: string,
  url: string,
): Email => ({
  to,
  subject: `${safeNameForSubject(owner)} names you as a trusted contact`,
  paragraphs: [
    `${owner} shares rides at ${COMMUNITY_NAME}, and would like you to be told by mail when they have not said that they arrived. It would be a letter only then; you need no account.`,
    "Open the link below to agree or to decline. You can end it at any time. Without an answer you hear no more of it, and your address is forgotten after two weeks.",
  ],
  action: { label: "Answer", url },
});

/** What a contact is told of a ride from which nobody has heard. */
export interface OverdueRide {
  readonly owner: string;
  readonly route: string;
  readonly departedAt: string;
  readonly expectedAt: string;
  /** Who drives and in what, as far as it is known. */
  readonly host: string;
  readonly vehicle: string | null;
  readonly position: string | null;
}

export const overdueArrivalEmail = (
  { COMMUNITY_NAME }: Community,
  to: string,
  ride: OverdueRide,
  url: string,
): Email => ({
  to,
  subject: `${safeNameForSubject(ride.owner)} has not said that they arrived`,
  paragraphs: [
    `${ride.owner} was to arrive at ${ride.expectedAt} and has not answered when we asked. Often nothing is wrong: a jam, or an empty phone. Call them first.`,
    `The ride: ${ride.route}, left at ${ride.departedAt}. ${ride.host}${ride.vehicle ? ` Vehicle: ${ride.vehicle}.` : ""}`,
    ...(ride.position ? [`Where they were last, by their phone: ${ride.position}`] : []),
    `If you cannot reach them and are worried, call the police where they are and tell them the above. ${COMMUNITY_NAME} knows no more than this letter says.`,
  ],
  action: { label: "No longer be their trusted contact", url },
});

export const allIsWellEmail = (_: Community, to: string, owner: string, url: string): Email => ({
  to,
  subject: `${safeNameForSubject(owner)} has arrived`,
  paragraphs: [`${owner} has said that they arrived. All is well.`],
  action: { label: "No longer be their trusted contact", url },
});
