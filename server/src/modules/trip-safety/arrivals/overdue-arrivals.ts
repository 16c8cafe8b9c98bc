import { shownTime } from "@commonlane/contract/shown-time";
import { notify } from "#modules/notifications/index.ts";
import { findPublicPeople, findPublicPerson } from "#modules/profiles/index.ts";
import type { InTransaction } from "#platform/context.ts";
import {
  allIsWellEmail,
  contactRecipient,
  contactUrl,
  overdueArrivalEmail,
  type OverdueRide,
} from "../trusted-contacts/contact-emails.ts";
import {
  type ConfirmedContact,
  findConfirmedContacts,
} from "../trusted-contacts/trusted-contacts.store.ts";
import {
  claimOverdueToAsk,
  claimOverdueToReport,
  type OverdueTrip,
  resetOverdue,
} from "../trip-progress.store.ts";
import { findTripParticipant, type TripParticipant } from "../trip-participants.store.ts";
import { participantPoints } from "../last-position.ts";
import { publishTripSafetyChanged } from "../trip-safety.view.ts";

const BATCH = 100;

/**
 * Asks users who are overdue and have not confirmed their arrival. Only users with trusted contacts, because nothing
 * would follow for others.
 */
export async function askOverdueArrivals(ctx: InTransaction): Promise<boolean> {
  const overdue = await claimOverdueToAsk(
    ctx,
    secondsAgo(ctx, ctx.settings.ARRIVAL_ASK_AFTER_S),
    BATCH,
  );
  for (const journey of overdue) await notifyParticipant(ctx, journey, "arrival.overdue");
  return overdue.length === BATCH;
}

/**
 * Notifies the trusted contacts of users who were asked and did not answer. If the last contact has left since, the
 * question is withdrawn and no one is notified.
 */
export async function notifyContactsOfOverdue(ctx: InTransaction): Promise<boolean> {
  const unanswered = await claimOverdueToReport(
    ctx,
    secondsAgo(ctx, ctx.settings.ARRIVAL_ALERT_AFTER_S),
    BATCH,
  );
  for (const journey of unanswered) {
    const contacts = await findConfirmedContacts(ctx, journey.uid);
    if (contacts.length === 0) {
      await resetOverdue(ctx, journey);
      publishTripSafetyChanged(ctx, journey.uid, journey.ride_id);
      continue;
    }
    const participant = await notifyParticipant(ctx, journey, "arrival.contacts-notified");
    if (participant) await emailContacts(ctx, participant, contacts);
  }
  return unanswered.length === BATCH;
}

const secondsAgo = ({ now }: InTransaction, seconds: number) =>
  new Date(now().getTime() - seconds * 1000);

/** Notifies the user. Returns undefined if they no longer take part in the ride. */
async function notifyParticipant(
  ctx: InTransaction,
  { ride_id, uid, arrival_asked_at }: OverdueTrip,
  kind: "arrival.overdue" | "arrival.contacts-notified",
): Promise<TripParticipant | undefined> {
  const participant = await findTripParticipant(ctx, ride_id, uid);
  publishTripSafetyChanged(ctx, uid, ride_id);
  if (!participant) return undefined;
  const points = participantPoints(participant);
  const details = {
    from: points.at(0)?.label ?? "",
    to: points.at(-1)?.label ?? "",
    at: shownTime(participant.until_at),
    timeZone: participant.time_zone,
  };
  // A question that was withdrawn is asked again when a contact comes back.
  const cause = `${ride_id} ${arrival_asked_at.toISOString()}`;
  await notify(ctx, {
    to: uid,
    kind,
    cause,
    path: `/rides/${ride_id}`,
    details,
  });
  return participant;
}

async function emailContacts(
  ctx: InTransaction,
  participant: TripParticipant,
  contacts: readonly ConfirmedContact[],
): Promise<void> {
  const ride = await overdueRide(ctx, participant);
  const emails = contacts.map(async ({ id, email }) =>
    overdueArrivalEmail(
      ctx.community,
      await contactRecipient(ctx, email),
      ride,
      await contactUrl(ctx, id),
    ),
  );
  await ctx.mail.send(ctx, ...(await Promise.all(emails)));
}

async function overdueRide(ctx: InTransaction, participant: TripParticipant): Promise<OverdueRide> {
  const people = await findPublicPeople(ctx, [participant.uid, participant.host_id]);
  const { vehicle, lat, lng, position_at, time_zone, from_at, until_at } = participant;
  const points = participantPoints(participant);
  return {
    owner: people.get(participant.uid)?.displayName,
    from: points.at(0)?.label ?? "",
    to: points.at(-1)?.label ?? "",
    timeZone: time_zone,
    departedAt: from_at,
    expectedAt: until_at,
    driver: people.get(participant.host_id)?.displayName,
    isDriver: participant.uid === participant.host_id,
    vehicle:
      vehicle &&
      [vehicle.colour, vehicle.make, vehicle.model, vehicle.plate].filter(Boolean).join(" "),
    position:
      lat === null || lng === null || !position_at
        ? null
        : {
            lat,
            lng,
            at: position_at,
          },
  };
}

/** Sends the all-clear to contacts who were notified of a missing arrival. */
export async function emailAllIsWell(ctx: InTransaction, uid: string): Promise<void> {
  const owner = await findPublicPerson(ctx, uid);
  const contacts = await findConfirmedContacts(ctx, uid);
  if (!owner || contacts.length === 0) return;
  const emails = contacts.map(async ({ id, email }) =>
    allIsWellEmail(
      await contactRecipient(ctx, email),
      owner.displayName,
      await contactUrl(ctx, id),
    ),
  );
  await ctx.mail.send(ctx, ...(await Promise.all(emails)));
}
