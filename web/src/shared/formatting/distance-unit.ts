import { type DistanceUnit, REGIONS_WITH_MILES } from "@commonlane/contract/community";
import { communitySettings } from "../community-settings.ts";
import { activeLanguage } from "../language/messages.ts";
import { readerRegion } from "../language/reader-region.ts";

const KEY = "commonlane.distanceUnit";

/** Kept, because every distance on a screen asks for it; null until it was read. */
let chosen: DistanceUnit | undefined | null = null;

/** The unit chosen on this device; undefined if none was chosen, or without storage. */
export const chosenDistanceUnit = (): DistanceUnit | undefined =>
  chosen === null ? (chosen = readStored()) : chosen;

function readStored(): DistanceUnit | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "kilometer" || stored === "mile" ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the unit for this device; undefined for the community's. */
export function chooseDistanceUnit(unit: DistanceUnit | undefined): void {
  chosen = unit;
  try {
    if (unit === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, unit);
  } catch {
    // Storage may be full or blocked; then the choice lasts until the page is closed.
  }
}

/**
 * Unit of distances for this reader: the one that they chose, otherwise that of the community's road signs. It
 * does not depend on the language of the browser. Without a region, that of the browser's region.
 */
export const distanceUnit = (): DistanceUnit =>
  chosenDistanceUnit() ?? communitySettings.distanceUnit ?? unitOfBrowser();

const unitOfBrowser = (): DistanceUnit =>
  REGIONS_WITH_MILES.includes(readerRegion(activeLanguage()) ?? "") ? "mile" : "kilometer";
