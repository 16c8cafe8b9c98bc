import { createContext, type ReactNode } from "react";
import type { Filters } from "./found-filters.ts";
import type { WholeWish } from "./search-url.ts";

/** What else can be done where no ride fits: another feature's, given by the page that joins them. */
export const WhenNothingFound = createContext<((wish: WholeWish, filters: Filters) => ReactNode) | undefined>(
  undefined,
);
