import type { AccessNeed } from "@commonlane/contract/profiles";
import type { NearMissSearch, SearchFilterName } from "@commonlane/contract/ride-search";

type Smoking = NonNullable<NearMissSearch["smoking"]>;
type Pets = NonNullable<NearMissSearch["pets"]>;

/** Filters of a search besides the route; null means any. */
export interface Filters {
  /** Only rides with instant booking. */
  readonly instant: boolean;
  /** Only rides for people of the viewer's gender. */
  readonly sameGender: boolean;
  /** Minimum luggage size, by the ride's numbers. */
  readonly luggage: number | null;
  readonly smoking: Smoking | null;
  readonly pets: Pets | null;
  /** Only vehicles that meet these access needs. */
  readonly needs: readonly AccessNeed[];
  /** Id of a trust mark; only rides of hosts who show it. */
  readonly mark: string | null;
  /** Id of a trust mark or group of the viewer; only rides for its members. */
  readonly membersOf: string | null;
  /** Maximum price per seat, in minor units of the community's currency. */
  readonly maxContributionMinor: number | null;
}

export const NO_FILTERS: Filters = {
  instant: false,
  sameGender: false,
  luggage: null,
  smoking: null,
  pets: null,
  needs: [],
  mark: null,
  membersOf: null,
  maxContributionMinor: null,
};

export const SMOKING_OPTIONS = ["no", "breaks", "yes"] as const satisfies readonly Smoking[];
export const PET_OPTIONS = ["no", "small", "yes"] as const satisfies readonly Pets[];
const NEED_OPTIONS = [
  "step-free",
  "wheelchair",
  "assistance-animal",
] as const satisfies readonly AccessNeed[];
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const MAX_CONTRIBUTION_MINOR = 10_000_000;

/** Number of filters that are set. */
export const countFilters = (filters: Filters): number =>
  [...writeFilters(filters, new URLSearchParams())].length;

const NEED_FILTERS: Record<AccessNeed, SearchFilterName> = {
  "step-free": "stepFree",
  wheelchair: "wheelchair",
  "assistance-animal": "assistanceAnimal",
};

/** The filters without those of these names. */
export function leaveOut(filters: Filters, names: readonly SearchFilterName[]): Filters {
  const keep = <Name extends keyof Filters & SearchFilterName>(name: Name) =>
    names.includes(name) ? NO_FILTERS[name] : filters[name];
  return {
    instant: keep("instant"),
    sameGender: keep("sameGender"),
    luggage: keep("luggage"),
    smoking: keep("smoking"),
    pets: keep("pets"),
    needs: filters.needs.filter((need) => !names.includes(NEED_FILTERS[need])),
    mark: keep("mark"),
    membersOf: keep("membersOf"),
    maxContributionMinor: keep("maxContributionMinor"),
  };
}

/** Reads filters from URL parameters; ignores invalid values. */
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
    mark: UUID.exec(params.get("mark") ?? "")?.[0] ?? null,
    membersOf: UUID.exec(params.get("group") ?? "")?.[0] ?? null,
    maxContributionMinor:
      /^\d{1,8}$/.test(maxContribution) && Number(maxContribution) <= MAX_CONTRIBUTION_MINOR
        ? Number(maxContribution)
        : null,
  };
}

/** Writes filters into URL parameters, without unset ones. */
export function writeFilters(filters: Filters, target: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(target);
  const values: Record<string, string | number | false | null> = {
    instant: filters.instant && "1",
    gender: filters.sameGender && "same",
    luggage: filters.luggage,
    smoking: filters.smoking,
    pets: filters.pets,
    needs: filters.needs.join(" ") || null,
    mark: filters.mark,
    group: filters.membersOf,
    maxContribution: filters.maxContributionMinor,
  };
  for (const [name, value] of Object.entries(values))
    if (value === null || value === false) params.delete(name);
    else params.set(name, String(value));
  return params;
}

/** Filters as parameters of the search endpoints. */
export const toFilterQuery = ({
  instant,
  sameGender,
  luggage,
  smoking,
  pets,
  needs,
  mark,
  membersOf,
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
  ...(mark !== null && { mark }),
  ...(membersOf !== null && { membersOf }),
  ...(maxContributionMinor !== null && { maxContributionMinor }),
});
