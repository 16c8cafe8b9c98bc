import { translate, translateText } from "#platform/i18n/translate.ts";
import { callerLanguage } from "#platform/i18n/caller-language.ts";
import { message, translatable } from "@commonlane/contract/message";
import type { RideMatch } from "@commonlane/contract/ride-search";
import type { PickupPlace } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { findNearestTowns } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";

/** Label of a point of a ride's line that has no name of its own. */
export const ON_THE_WAY = translatable("On the way", {
  comment: "Instead of the name of a place.",
});
/** Label of a point that is where the seeker wants to be. */
export const REQUESTED_PLACE = translatable("Your requested place", {
  comment: "Instead of the name of a place.",
});
const NEAR = message("On the way, near {town}", { comment: "Instead of the name of a place." });
/** Within this distance a point of the line is in the town. */
const IN_TOWN_M = 300;

/**
 * Adds the nearest town to the labels of unnamed points: "On the way, near Karlsruhe, Germany". They never claim to be
 * a place that is not known. One query for all matches, and none if each point has a name.
 */
export async function nameOnTheWay(
  ctx: Context,
  matches: readonly RideMatch[],
): Promise<Pick<RideMatch, "pickup" | "dropoff">[]> {
  const language = callerLanguage(ctx);
  const unnamed = matches.flatMap(({ pickup, dropoff }) => [pickup, dropoff]).filter(isUnnamed);
  const towns = unnamed.length > 0 ? await findNearestTowns(ctx, unnamed) : [];
  const named = new Map(
    unnamed.map((place, n) => {
      const town = towns[n];
      if (!town) return [place, place];
      const isThere = distanceM(town, place) < IN_TOWN_M;
      return [
        place,
        {
          ...place,
          label: isThere ? town.label : translate(language, NEAR, { town: town.label }),
        },
      ];
    }),
  );
  const nameOf = (place: PickupPlace) => {
    const { label, ...rest } = named.get(place) ?? place;
    return {
      ...rest,
      label:
        label === ON_THE_WAY || label === REQUESTED_PLACE ? translateText(language, label) : label,
    };
  };
  return matches.map(({ pickup, dropoff }) => ({
    pickup: nameOf(pickup),
    dropoff: nameOf(dropoff),
  }));
}

const isUnnamed = ({ label, pickupKind }: PickupPlace): boolean =>
  label === ON_THE_WAY && !pickupKind;
