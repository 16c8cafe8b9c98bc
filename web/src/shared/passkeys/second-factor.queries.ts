import { secondFactor } from "@commonlane/contract/second-factor";
import { endpointQuery } from "#shared/api/endpoint-query.ts";

/** How the user's account is protected besides the password. */
export const secondFactorStatus = endpointQuery(secondFactor.status, {});
