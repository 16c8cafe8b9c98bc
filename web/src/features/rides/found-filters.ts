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
  readonly mostMinor: number | null;
}

export const NO_FILTERS: Filters = {
  instant: false,
  sameGender: false,
  luggage: null,
  smoking: null,
  pets: null,
  needs: [],
  mostMinor: null,
};

export const SMOKING = ["no", "breaks", "yes"] as const satisfies readonly Smoking[];
export const PETS = ["no", "small", "yes"] as const satisfies readonly Pets[];
const NEEDS = ["step-free", "wheelchair", "assistance-animal"] as const satisfies readonly AccessNeed[];
const MOST_MINOR = 10_000_000;

/** How many things are asked for. */
export const countFilters = (filters: Filters): number => [...writeFilters(filters, new URLSearchParams())].length;

/** Reads filters from an address; what is wrong there is not asked for. */
export function readFilters(params: URLSearchParams): Filters {
  const one = <T extends string>(name: string, known: readonly T[]): T | null =>
    known.find((value) => value === params.get(name)) ?? null;
  const most = params.get("most") ?? "";
  const luggage = one("luggage", ["1", "2", "3"]);
  return {
    instant: params.get("instant") === "1",
    sameGender: params.get("gender") === "same",
    luggage: luggage && Number(luggage),
    smoking: one("smoking", SMOKING),
    pets: one("pets", PETS),
    needs: NEEDS.filter((need) => params.get("needs")?.split(" ").includes(need)),
    mostMinor: /^\d{1,8}$/.test(most) && Number(most) <= MOST_MINOR ? Number(most) : null,
  };
}

/** Puts filters into an address; what is not asked for is left out. */
export function writeFilters(filters: Filters, onto: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(onto);
  const said: Record<string, string | number | false | null> = {
    instant: filters.instant && "1",
    gender: filters.sameGender && "same",
    luggage: filters.luggage,
    smoking: filters.smoking,
    pets: filters.pets,
    needs: filters.needs.join(" ") || null,
    most: filters.mostMinor,
  };
  for (const [name, value] of Object.entries(said))
    if (value === null || value === false) params.delete(name);
    else params.set(name, String(value));
  return params;
}

/** Filters as the search calls take them. */
export const filtersQuery = ({ instant, sameGender, luggage, smoking, pets, needs, mostMinor }: Filters) => ({
  ...(instant && { instant: "true" as const }),
  ...(sameGender && { sameGender: "true" as const }),
  ...(luggage !== null && { luggage }),
  ...(smoking !== null && { smoking }),
  ...(pets !== null && { pets }),
  ...(needs.includes("step-free") && { stepFree: "true" as const }),
  ...(needs.includes("wheelchair") && { wheelchair: "true" as const }),
  ...(needs.includes("assistance-animal") && { assistanceAnimal: "true" as const }),
  ...(mostMinor !== null && { maxContributionMinor: mostMinor }),
});
