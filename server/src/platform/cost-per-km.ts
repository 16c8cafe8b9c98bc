import { z } from "zod";
import { timeZoneAt } from "./time-zone.ts";

export interface CostPerKm {
  /** In the currency's smallest unit. */
  readonly minor: number;
  readonly currency: string;
}
export interface CountryCost extends CostPerKm {
  /** The IANA zones of the country. */
  readonly zones: readonly string[];
}

const ENTRY = /^([A-Z]{2})=(\d+(?:\.\d+)?) ([A-Z]{3})$/;

/** Reads `CH=70 CHF, GB=45 GBP`: what a kilometre costs in countries where it is not the usual. */
export const CostsPerKm = z
  .string()
  .default("")
  .transform((text, issues): readonly CountryCost[] =>
    text
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean)
      .flatMap((entry) => {
        const [, country = "", minor, currency = ""] = ENTRY.exec(entry) ?? [];
        const zones = country === "" ? undefined : new Intl.Locale(`und-${country}`).getTimeZones();
        if (zones) return { minor: Number(minor), currency, zones };
        issues.addIssue(`${entry} should be a country and an amount, like CH=70 CHF`);
        return [];
      }),
  );

/**
 * What driving a kilometre costs in the country of a position: in the money of contributions there, or in `currency`
 * where the operator says what a kilometre costs in that.
 */
export function costPerKmAt(
  settings: {
    readonly COST_PER_KM_MINOR: number;
    readonly CURRENCY: string;
    readonly COSTS_PER_KM: readonly CountryCost[];
  },
  position: { lat: number; lng: number },
  currency?: string,
): CostPerKm {
  const defaultCost = { minor: settings.COST_PER_KM_MINOR, currency: settings.CURRENCY };
  if (settings.COSTS_PER_KM.length === 0) return defaultCost;
  const zone = timeZoneAt(position);
  const local = settings.COSTS_PER_KM.find(({ zones }) => zones.includes(zone)) ?? defaultCost;
  return [local, defaultCost, ...settings.COSTS_PER_KM].find((cost) => cost.currency === currency) ?? local;
}
