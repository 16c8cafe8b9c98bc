import { createContext, type ReactNode } from "react";
import type { Filters } from "./search-filters.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

/** How what is looked for can be kept: another feature's, given by whatever joins them. */
export const SaveSearchContext = createContext<
  ((criteria: CompleteSearchCriteria, filters: Filters) => ReactNode) | undefined
>(undefined);
