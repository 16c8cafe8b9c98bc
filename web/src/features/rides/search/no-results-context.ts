import { createContext, type ReactNode } from "react";
import type { Filters } from "./search-filters.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

/** What else can be done where no ride fits: another feature's, given by the page that joins them. */
export const NoResultsContext = createContext<
  ((criteria: CompleteSearchCriteria, filters: Filters) => ReactNode) | undefined
>(undefined);
