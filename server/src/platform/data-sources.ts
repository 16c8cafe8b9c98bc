import type { Community } from "./community/community.ts";
import type { Regions } from "./regions/regions.ts";
import type { Settings } from "./settings.ts";

interface Sources {
  readonly settings: Pick<Settings, "GEOCODER">;
  readonly regions: Regions;
}

interface CommunitySources {
  readonly community: Pick<Community, "meetingPointCredits">;
}

/** Whether routes, streets or maps come from OpenStreetMap, whose licence requires attribution. */
export const usesOpenStreetMap = ({ settings, regions }: Sources): boolean =>
  settings.GEOCODER !== undefined || regions.list().length > 0;

/** Attribution that goes with places and routes when they leave the server in a file. */
export function listAttributions(sources: Sources & CommunitySources): string[] {
  return [
    "Names of places: GeoNames, CC BY 4.0, https://creativecommons.org/licenses/by/4.0/",
    ...(usesOpenStreetMap(sources)
      ? [
          "Streets, stops and routes: © OpenStreetMap contributors, Open Database License 1.0, https://www.openstreetmap.org/copyright",
        ]
      : []),
    ...sources.community.meetingPointCredits.map(
      ({ name, attribution, licence }) => `Meeting points: ${name} (${attribution}), ${licence}`,
    ),
  ];
}
