import { plainNumbers } from "@commonlane/contract/plain-numbers";
import { z } from "zod";
import { timeZoneAt } from "./time-zone.ts";

export interface CostPerKm {
  /** In the currency's smallest unit. */
  readonly minor: number;
  readonly currency: string;
}
export interface CountryCost extends CostPerKm {
  /** The IANA time zones of the country. */
  readonly zones: readonly string[];
}

const ENTRY = /^([A-Z]{2})=(\d+(?:\.\d+)?) ([A-Z]{3})$/;

/** Parses `CH=70 CHF, GB=45 GBP`: cost per kilometre in countries that differ from the default. */
export const CostsPerKm = z
  .string()
  .default("")
  .transform((text, issues): readonly CountryCost[] =>
    plainNumbers(text)
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean)
      .flatMap((entry) => {
        const [, country = "", minor, currency = ""] = ENTRY.exec(entry) ?? [];
        const zones = country === "" ? undefined : new Intl.Locale(`und-${country}`).getTimeZones();
        if (zones)
          return {
            minor: Number(minor),
            currency,
            zones,
          };
        issues.addIssue(`${entry} should be a country and an amount, such as CH=70 CHF`);
        return [];
      }),
  );

/**
 * Cost of driving a kilometre in the country of a position, in that country's currency for contributions; in `currency`
 * if the operator set the cost in that.
 */
export function costPerKmAt(
  {
    community,
    settings,
  }: {
    readonly community: {
      readonly costPerKmMinor: number;
      readonly currency: string;
    };
    readonly settings: { readonly COSTS_PER_KM: readonly CountryCost[] };
  },
  position: { lat: number; lng: number },
  currency?: string,
): CostPerKm {
  const defaultCost = {
    minor: community.costPerKmMinor,
    currency: community.currency,
  };
  if (settings.COSTS_PER_KM.length === 0) return defaultCost;
  const zone = timeZoneAt(position);
  const local = settings.COSTS_PER_KM.find(({ zones }) => zones.includes(zone)) ?? defaultCost;
  return (
    [local, defaultCost, ...settings.COSTS_PER_KM].find((cost) => cost.currency === currency) ??
    local
  );
}
