import type { AccessNeed } from "@commonlane/contract/profiles";
import type { NearMissSearch } from "@commonlane/contract/ride-search";

type Smoking = NonNullable<NearMissSearch["smoking"]>;
type Pets = NonNullable<NearMissSearch["pets"]>;

/** What a seeker wants of a ride besides its way; null where anything will do. */
export interface Filters {
  /** Only rides whose host need not be waited for. */
  readonly instant: boolean;
  /** Only rides for people of one's own gender. */
  readonly sameGender: boolean;
  /** Room for at least so much, by the ride's own numbers. */
  readonly luggage: number | null;
  readonly smoking: Smoking | null;
  readonly pets: Pets | null;
  /** Only vehicles in which one with these needs can travel. */
  readonly needs: readonly AccessNeed[];
  /** The most for one seat, in the smallest unit of the community's currency. */
  readonly maxContributionMinor: number | null;
}

export const NO_FILTERS: Filters = {
  instant: false,
  sameGender: false,
  luggage: null,
  smoking: null,
  pets: null,
  needs: [],
  maxContributionMinor: null,
};

export const SMOKING_OPTIONS = ["no", "breaks", "yes"] as const satisfies readonly Smoking[];
export const PET_OPTIONS = ["no", "small", "yes"] as const satisfies readonly Pets[];
const NEED_OPTIONS = ["step-free", "wheelchair", "assistance-animal"] as const satisfies readonly AccessNeed[];
const MAX_CONTRIBUTION_MINOR = 10_000_000;

/** How many things are asked for. */
export const countFilters = (filters: Filters): number => [...writeFilters(filters, new URLSearchParams())].length;

/** Reads filters from an address; what is wrong there is not asked for. */
export function readFilters(params: URLSearchParams): Filters {
  const readOption = <T extends string>(name: string, options: readonly T[]): T | null =>
    options.find((value) => value === params.get(name)) ?? null;
  const maxContribution = params.get("maxContribution") ?? "";
  const luggage = readOption("luggage", ["1", "2", "3"]);
  return {
    instant: params.get("instant") === "1",
    sameGender: params.get("gender") === "same",
    luggage: luggage && Number(luggage),
    smoking: readOption("smoking", SMOKING_OPTIONS),
    pets: readOption("pets", PET_OPTIONS),
    needs: NEED_OPTIONS.filter((need) => params.get("needs")?.split(" ").includes(need)),
    maxContributionMinor:
      /^\d{1,8}$/.test(maxContribution) && Number(maxContribution) <= MAX_CONTRIBUTION_MINOR
        ? Number(maxContribution)
        : null,
  };
}

/** Puts filters into an address; what is not asked for is left out. */
export function writeFilters(filters: Filters, target: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(target);
  const values: Record<string, string | number | false | null> = {
    instant: filters.instant && "1",
    gender: filters.sameGender && "same",
    luggage: filters.luggage,
    smoking: filters.smoking,
    pets: filters.pets,
    needs: filters.needs.join(" ") || null,
    maxContribution: filters.maxContributionMinor,
  };
  for (const [name, value] of Object.entries(values))
    if (value === null || value === false) params.delete(name);
    else params.set(name, String(value));
  return params;
}

/** Filters as the search calls take them. */
export const toFilterQuery = ({
  instant,
  sameGender,
  luggage,
  smoking,
  pets,
  needs,
  maxContributionMinor,
}: Filters) => ({
  ...(instant && { instant: "true" as const }),
  ...(sameGender && { sameGender: "true" as const }),
  ...(luggage !== null && { luggage }),
  ...(smoking !== null && { smoking }),
  ...(pets !== null && { pets }),
  ...(needs.includes("step-free") && { stepFree: "true" as const }),
  ...(needs.includes("wheelchair") && { wheelchair: "true" as const }),
  ...(needs.includes("assistance-animal") && { assistanceAnimal: "true" as const }),
  ...(maxContributionMinor !== null && { maxContributionMinor: maxContributionMinor }),
});
