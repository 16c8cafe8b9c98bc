import { secondFactor } from "@commonlane/contract/second-factor";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/api-client.ts";

/** How the user's account is protected besides the password. */
export const secondFactorStatus = queryOptions({
  queryKey: ["accounts", "second-factor"],
  queryFn: ({ signal }) => call(secondFactor.status, {}, { signal }),
});
