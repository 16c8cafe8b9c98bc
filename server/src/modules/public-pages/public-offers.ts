import { DAY_MS } from "@commonlane/contract/durations";
import {
  publicOffers,
  type PublicOffers,
  type PublicRideOffer,
} from "@commonlane/contract/public-offers";
import { listPublicEvents } from "#modules/events/index.ts";
import {
  countRidesForMembers,
  findPublicRide,
  listPublicRideIds,
} from "#modules/rides/published/index.ts";
import type { Context } from "#platform/context.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import type { TranslateLabel } from "#platform/http/endpoints/serialized-reply.ts";
import { callerLanguage } from "#platform/i18n/caller-language.ts";

const LISTED_COUNT = 3;
const WEEK_MS = 7 * DAY_MS;
/** Fewer rides would say when single people travel. */
const MIN_COUNTED_RIDES = 5;
const NOTHING: PublicOffers = {
  ridesThisWeek: null,
  rides: [],
  events: [],
};

export const publicOfferRoutes =
  (loadLabelTranslation: () => Promise<TranslateLabel>): RegisterRoutes =>
  (http) => {
    http.on(publicOffers.list, async (ctx) => listPublicOffers(ctx, await loadLabelTranslation()));
  };

/** Public rides and events as their own pages show them; nothing if the operator has no public pages. */
async function listPublicOffers(ctx: Context, translate: TranslateLabel): Promise<PublicOffers> {
  if (ctx.community.publicRides === "off") return NOTHING;
  const language = callerLanguage(ctx);
  const until = new Date(ctx.now().getTime() + WEEK_MS);
  const [ids, count, events] = await Promise.all([
    listPublicRideIds(ctx, LISTED_COUNT),
    countRidesForMembers(ctx, until),
    listPublicEvents(ctx, LISTED_COUNT),
  ]);
  const rides: PublicRideOffer[] = [];
  for (const id of ids) {
    const ride = await findPublicRide(ctx, id, (place) => translate(place, language));
    if (ride) rides.push(viewRideOffer(ride));
  }
  return {
    ridesThisWeek: count < MIN_COUNTED_RIDES ? null : count,
    rides,
    events: events.map(({ id, title, place, startsAt, timeZone }) => ({
      id,
      title,
      place,
      timeZone,
      startsAt: startsAt.toISOString(),
    })),
  };
}

const viewRideOffer = ({
  id,
  towns,
  departsAt,
  timeZone,
  contribution,
}: NonNullable<Awaited<ReturnType<typeof findPublicRide>>>): PublicRideOffer => ({
  id,
  from: towns.at(0)?.name ?? "",
  to: towns.at(-1)?.name ?? "",
  departsAt: departsAt.toISOString(),
  timeZone,
  contribution,
});
