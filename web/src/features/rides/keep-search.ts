import { createContext, type ReactNode } from "react";
import type { Filters } from "./found-filters.ts";
import type { WholeWish } from "./search-url.ts";

/** How what is looked for can be kept: another feature's, given by whatever joins them. */
export const KeepSearch = createContext<((wish: WholeWish, filters: Filters) => ReactNode) | undefined>(undefined);
