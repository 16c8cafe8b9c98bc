import { createContext, type ReactNode } from "react";
import type { Filters } from "./search-filters.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

/** Slot for saving a search; provided by the page. */
export const SaveSearchContext = createContext<
  ((criteria: CompleteSearchCriteria, filters: Filters) => ReactNode) | undefined
>(undefined);
