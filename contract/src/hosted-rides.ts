import * as z from "zod/mini";
import { RideStops, SeatsTotal } from "./cost-share.ts";
import { DETOUR_DEFAULT_M, DETOUR_DEFAULT_S, NOTE_MAX_LENGTH } from "./limits.ts";
import { Preferences } from "./profiles.ts";
import { cleanText, Id, Instant, Money, RidePlace, TimeZone, withDefault } from "./shapes.ts";

export const Approval = z.enum(["manual", "instant"]);
export const Audience = z.enum(["everyone", "sameGender"]);

/** Ride details from the host. docs/domain.md has the defaults. */
export const RideFields = z.object({
  origin: RidePlace,
  destination: RidePlace,
  stops: RideStops,
  departsAt: Instant,
  timeZone: z.nullish(TimeZone),
  seatsTotal: SeatsTotal,
  contribution: z.nullable(Money),
  vehicleId: z.nullable(Id),
  approval: Approval,
  maxDetourM: z.int().check(z.gte(0), z.lte(100_000)),
  maxDetourS: z.int().check(z.gte(0), z.lte(7200)),
  luggage: z.int().check(z.gte(0), z.lte(3)),
  preferences: Preferences,
  audience: Audience,
  /** A trust mark or group of the host (audiences.ts): only its members find the ride and can join. */
  membersOf: z.nullable(Id),
  /** Also shown to visitors, in journey planners and by neighbouring communities; only if the ride is for everyone. */
  isListed: z.boolean(),
  maxTwoInBack: z.boolean(),
  note: z.nullable(cleanText(NOTE_MAX_LENGTH)),
});
/** Optional; rejected unless it is the caller's own id. */
const HostField = { hostId: z.optional(Id) };

export const HostedRide = z.extend(RideFields, {
  stops: withDefault(RideFields.shape.stops, []),
  contribution: withDefault(RideFields.shape.contribution, null),
  vehicleId: withDefault(RideFields.shape.vehicleId, null),
  approval: withDefault(Approval, "manual"),
  maxDetourM: withDefault(RideFields.shape.maxDetourM, DETOUR_DEFAULT_M),
  maxDetourS: withDefault(RideFields.shape.maxDetourS, DETOUR_DEFAULT_S),
  luggage: withDefault(RideFields.shape.luggage, 1),
  preferences: withDefault(Preferences, {}),
  audience: withDefault(Audience, "everyone"),
  membersOf: withDefault(RideFields.shape.membersOf, null),
  isListed: withDefault(z.boolean(), false),
  maxTwoInBack: withDefault(z.boolean(), false),
  note: withDefault(RideFields.shape.note, null),
  /** Also creates the return ride: the same points in reverse, on the same terms except for these fields. */
  returnWay: z.optional(
    z.object({
      departsAt: Instant,
      contribution: z.optional(z.nullable(Money)),
    }),
  ),
  ...HostField,
});
export type HostedRide = z.output<typeof HostedRide>;

export const RideChange = z.extend(z.exactPartial(RideFields), HostField);
export type RideChange = z.output<typeof RideChange>;
