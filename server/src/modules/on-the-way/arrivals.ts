import { notify } from "#modules/notices/index.ts";
import { peopleByUid, personByUid } from "#modules/profiles/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { allIsWellLetter, type OverdueRide, overdueLetter } from "./contact-letters.ts";
import { contactLink } from "./contact-links.ts";
import { type ConfirmedContact, confirmedOf } from "./contacts.store.ts";
import { askOverdue, type Asked, takeBackAsked, tellOverdue } from "./journeys.store.ts";
import { tellOf } from "./telling.ts";
import { findTraveller, type Traveller } from "./travellers.store.ts";
import { ownPoints } from "./whereabouts.ts";

const BATCH = 100;

/** Asks those who should be there and have not said so; only who has trusted contacts, since nothing would follow for others. */
export async function askWhetherArrived(ctx: InTransaction): Promise<boolean> {
  const asked = await askOverdue(ctx, before(ctx, ctx.settings.ARRIVAL_ASK_AFTER_S), BATCH);
  for (const one of asked) await give(ctx, one, "arrival.overdue");
  return asked.length === BATCH;
}

/**
 * Tells the trusted contacts of those who were asked and have not answered. Whose last contact left since then is asked no
 * longer, as if they had had none: nobody hears of them, and they read nothing else.
 */
export async function tellContacts(ctx: InTransaction): Promise<boolean> {
  const silent = await tellOverdue(ctx, before(ctx, ctx.settings.ARRIVAL_TELL_AFTER_S), BATCH);
  for (const one of silent) {
    const contacts = await confirmedOf(ctx, one.uid);
    if (contacts.length === 0) {
      await takeBackAsked(ctx, one);
      tellOf(ctx, one.uid, one.ride_id);
      continue;
    }
    const traveller = await give(ctx, one, "arrival.told");
    if (traveller) await writeToContacts(ctx, traveller, contacts);
  }
  return silent.length === BATCH;
}

const before = ({ now }: InTransaction, seconds: number) => new Date(now().getTime() - seconds * 1000);

/** A notice to the person themselves; nothing where the ride is not theirs any more. */
async function give(
  ctx: InTransaction,
  { ride_id, uid }: Asked,
  kind: "arrival.overdue" | "arrival.told",
): Promise<Traveller | undefined> {
  const traveller = await findTraveller(ctx, ride_id, uid);
  tellOf(ctx, uid, ride_id);
  if (!traveller) return undefined;
  const points = ownPoints(traveller);
  const details = {
    from: points.at(0)?.label ?? "",
    to: points.at(-1)?.label ?? "",
    at: traveller.until_at.toISOString(),
    timeZone: traveller.time_zone,
  };
  await notify(ctx, { to: uid, kind, cause: ride_id, path: `/rides/${ride_id}`, details });
  return traveller;
}

async function writeToContacts(
  ctx: InTransaction,
  traveller: Traveller,
  contacts: readonly ConfirmedContact[],
): Promise<void> {
  const ride = await overdueRide(ctx, traveller);
  const letters = contacts.map(async ({ id, email }) =>
    overdueLetter(ctx.settings, email, ride, await contactLink(ctx, id)),
  );
  await ctx.mail.send(ctx, ...(await Promise.all(letters)));
}

async function overdueRide(ctx: InTransaction, traveller: Traveller): Promise<OverdueRide> {
  const people = await peopleByUid(ctx, [traveller.uid, traveller.host_id]);
  const owner = people.get(traveller.uid)?.displayName ?? "Somebody";
  const host = people.get(traveller.host_id)?.displayName ?? "Somebody";
  const { vehicle, lat, lng, position_at, time_zone, from_at, until_at } = traveller;
  const points = ownPoints(traveller);
  return {
    owner,
    way: `${points.at(0)?.label ?? ""} → ${points.at(-1)?.label ?? ""}`,
    departed: hourOf(from_at, time_zone),
    expected: hourOf(until_at, time_zone),
    host: traveller.uid === traveller.host_id ? `${owner} drives.` : `${host} drives.`,
    vehicle: vehicle && [vehicle.colour, vehicle.make, vehicle.model, vehicle.plate].filter(Boolean).join(" "),
    position:
      lat === null || lng === null || !position_at
        ? null
        : `${lat.toFixed(5)}, ${lng.toFixed(5)} (${hourOf(position_at, time_zone)})`,
  };
}

/** Those who were told that somebody had not arrived hear that they have. */
export async function tellAllIsWell(ctx: InTransaction, uid: string): Promise<void> {
  const [owner, contacts] = [await personByUid(ctx, uid), await confirmedOf(ctx, uid)];
  if (!owner || contacts.length === 0) return;
  const letters = contacts.map(async ({ id, email }) =>
    allIsWellLetter(ctx.settings, email, owner.displayName, await contactLink(ctx, id)),
  );
  await ctx.mail.send(ctx, ...(await Promise.all(letters)));
}

/** With its zone: whoever reads it may be elsewhere. */
const hourOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(at);
