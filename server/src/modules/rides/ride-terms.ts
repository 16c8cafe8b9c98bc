import { translatable } from "@commonlane/contract/message";
import { VehicleAccess } from "@commonlane/contract/profiles";
import { findOwnVehicle } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import type { HostedRide } from "@commonlane/contract/hosted-rides";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import type { RideRow } from "./rides.store.ts";
import { toMoney, splitPoints } from "./rides.view.ts";

/** Terms of a ride as the host entered them, without host and vehicle. */
type RideTerms = Omit<HostedRide, "hostId" | "vehicleId" | "timeZone">;

/** The terms of a ride as columns. */
export const toRideColumns = (terms: RideTerms) => ({
  seats_total: terms.seatsTotal,
  contribution_minor: terms.contribution?.amountMinor ?? null,
  currency: terms.contribution?.currency ?? null,
  approval: terms.approval,
  max_detour_m: terms.maxDetourM,
  max_detour_s: terms.maxDetourS,
  luggage: terms.luggage,
  preferences: terms.preferences,
  audience: terms.audience,
  members_of: terms.membersOf,
  ...listingColumns(terms),
  max_two_in_back: terms.maxTwoInBack,
  note: terms.note || null,
});

/**
 * A listed ride is public; one that is no longer listed stays as public as it was. Narrowing it to some members withdraws
 * everything, so that it is not open again when it is widened.
 */
function listingColumns({ isListed, audience, membersOf }: RideTerms) {
  const isForEveryone = audience === "everyone" && membersOf === null;
  if (!isForEveryone)
    return {
      is_listed: false,
      is_public: false,
      shows_rating: false,
    };
  return isListed
    ? {
        is_listed: true,
        is_public: true,
      }
    : { is_listed: false };
}

/** The reverse: the terms with which this ride could be hosted again. */
export const toRideTerms = (row: RideRow): RideTerms => ({
  ...splitPoints(row.points),
  departsAt: row.departs_at.toISOString(),
  seatsTotal: row.seats_total,
  contribution: toMoney(row),
  approval: row.approval,
  maxDetourM: row.max_detour_m,
  maxDetourS: row.max_detour_s,
  luggage: row.luggage,
  preferences: row.preferences,
  audience: row.audience,
  membersOf: row.members_of,
  isListed: row.is_listed,
  maxTwoInBack: row.max_two_in_back,
  note: row.note,
});

/** The vehicle in the form stored with a ride. */
export async function getOwnVehicle(ctx: Context, uid: string, vehicleId: string | null) {
  if (vehicleId === null) return null;
  const vehicle = await findOwnVehicle(ctx, uid, vehicleId);
  if (!vehicle) throw invalidInput("vehicleId", translatable("This is not one of your vehicles."));
  const { make, model, colour, plate, comfort } = vehicle;
  return {
    make,
    model,
    colour,
    plate,
    access: VehicleAccess.options.filter((each) => comfort.includes(each)),
  };
}

/** Terms that the way back has for itself. The others are those of both ways, whose fields stand for both. */
const OWN_FIELDS = /^(?:departsAt|time|contribution)(?=\.|$)/;

/**
 * Names the return's own fields in errors about it, such as `returnWay.departsAt`. `departure` is the field of its
 * departure, for an error that the database finds.
 */
export async function asReturnWay<T>(
  creation: Promise<T>,
  departure: "departsAt" | "time",
): Promise<T> {
  try {
    return await creation;
  } catch (error) {
    throw error instanceof Problem ? nameReturnFields(error, departure) : error;
  }
}

function nameReturnFields(problem: Problem, departure: string): Problem {
  const { code, details, text } = problem;
  const fields = details.fields ?? (code === "already_travelling" ? { [departure]: text } : {});
  const renamed = Object.entries(fields).map(
    ([name, reason]) => [toReturnField(name), reason] as const,
  );
  if (renamed.length === 0) return problem;
  return new Problem(code, {
    ...details,
    fields: Object.fromEntries(renamed),
    cause: problem,
  });
}

const toReturnField = (name: string): string =>
  OWN_FIELDS.test(name) ? `returnWay.${name}` : name;
