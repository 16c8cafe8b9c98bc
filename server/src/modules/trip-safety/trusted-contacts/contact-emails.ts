import type { Email } from "#platform/mail/mailer.ts";
import { safeNameForSubject } from "#platform/mail/name-in-subject.ts";
import type { Community } from "#platform/community/community.ts";

type CommunityName = Pick<Community, "name">;

export const contactInvitationEmail = (
  { name: community }: CommunityName,
  to: string,
  owner: string,
  url: string,
): Email => ({
  to,
  subject: `${safeNameForSubject(owner)} would like you as a trusted contact`,
  paragraphs: [
    `${owner} shares rides on ${community} and would like us to e-mail you if they don't confirm that they arrived safely. We won't write about anything else, and you don't need an account.`,
    "Open the link below to accept or decline. You can stop at any time. If you don't answer, we won't write again and will delete your address after two weeks.",
  ],
  action: { label: "Answer", url },
});

/** Details of an overdue trip for the e-mail to a trusted contact. */
export interface OverdueRide {
  readonly owner: string;
  readonly route: string;
  readonly departedAt: string;
  readonly expectedAt: string;
  /** Sentence that names the driver. */
  readonly host: string;
  readonly vehicle: string | null;
  readonly position: string | null;
}

export const overdueArrivalEmail = (
  { name: community }: CommunityName,
  to: string,
  ride: OverdueRide,
  url: string,
): Email => ({
  to,
  subject: `${safeNameForSubject(ride.owner)} hasn't confirmed their arrival`,
  paragraphs: [
    `${ride.owner} was expected to arrive at ${ride.expectedAt} and hasn't answered our question. Often it's just traffic or an empty battery. Call them first.`,
    `Trip: ${ride.route}, departed ${ride.departedAt}. ${ride.host}${ride.vehicle ? ` Vehicle: ${ride.vehicle}.` : ""}`,
    ...(ride.position ? [`Last known position from their phone: ${ride.position}`] : []),
    `If you can't reach them and are worried, call the police where they are and pass on these details. This is all ${community} knows.`,
  ],
  action: { label: "Stop being their trusted contact", url },
});

export const allIsWellEmail = (_: Community, to: string, owner: string, url: string): Email => ({
  to,
  subject: `${safeNameForSubject(owner)} has arrived`,
  paragraphs: [`${owner} has confirmed that they arrived. All is well.`],
  action: { label: "Stop being their trusted contact", url },
});
