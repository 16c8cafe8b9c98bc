import { createContext, type ReactNode } from "react";
import type { Filters } from "./search-filters.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

/** Slot for suggestions of other features if no ride matches; provided by the page. */
export const NoResultsContext = createContext<
  ((criteria: CompleteSearchCriteria, filters: Filters) => ReactNode) | undefined
>(undefined);
