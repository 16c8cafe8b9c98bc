import { createContext } from "react";

/** Whether the reader sent this search from a form of this screen, rather than opening its address. */
export const SubmittedSearchContext = createContext(false);
