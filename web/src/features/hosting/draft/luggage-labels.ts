import { msg } from "@lingui/core/macro";

/** Luggage sizes by the ride's numbers 0 to 3. */
export const LUGGAGE_LABELS = [msg`None`, msg`A small bag`, msg`A suitcase`, msg`A lot`] as const;
