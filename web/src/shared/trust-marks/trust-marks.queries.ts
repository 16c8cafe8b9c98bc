import { trustMarks } from "@commonlane/contract/trust-marks";
import { endpointItems, endpointQuery } from "#shared/api/endpoint-query.ts";

/** All trust marks of the community, by name. */
export const trustMarkList = endpointItems(trustMarks.list, {});

/** The user's own trust marks, including hidden and expired ones. */
export const ownTrustMarks = endpointQuery(trustMarks.own, {});
