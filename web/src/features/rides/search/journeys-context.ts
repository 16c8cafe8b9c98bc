import { createContext, type ReactNode } from "react";
import type { Filters } from "./search-filters.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

/** Slot for public transport among the results; provided by the page. */
export const JourneysContext = createContext<
  ((criteria: CompleteSearchCriteria, filters: Filters) => ReactNode) | undefined
>(undefined);
