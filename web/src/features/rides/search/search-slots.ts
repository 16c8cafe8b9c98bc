import { createContext, type ReactNode } from "react";
import type { Filters } from "./search-filters.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

/** Slot on the card of a ride for a train that fits it; provided by the page. */
export const TrainFitContext = createContext<
  ((criteria: CompleteSearchCriteria, filters: Filters, rideId: string) => ReactNode) | undefined
>(undefined);

/** Slot for public transport among the results; provided by the page. */
export const JourneysContext = createContext<
  ((criteria: CompleteSearchCriteria, filters: Filters) => ReactNode) | undefined
>(undefined);

/** Slot for suggestions of other features if no ride matches; provided by the page. */
export const NoResultsContext = createContext<
  ((criteria: CompleteSearchCriteria, filters: Filters) => ReactNode) | undefined
>(undefined);

/** Slot for saving a search; provided by the page. */
export const SaveSearchContext = createContext<
  ((criteria: CompleteSearchCriteria, filters: Filters) => ReactNode) | undefined
>(undefined);

/** Whether the reader sent this search from a form of this screen, rather than opening its address. */
export const SubmittedSearchContext = createContext(false);
