import { msg } from "@lingui/core/macro";

/** How much luggage fits, by the ride's own numbers 0 to 3. */
export const LUGGAGE_LABELS = [msg`None`, msg`A small bag`, msg`A suitcase`, msg`A lot`] as const;
