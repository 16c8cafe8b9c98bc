import { phoneVerification } from "@commonlane/contract/phone-verification";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** Whether this number of the user can be verified. A changed number has a state of its own. */
export const phoneVerificationState = (phone: string) =>
  queryOptions({
    queryKey: ["phone-verification", phone],
    queryFn: ({ signal }) => call(phoneVerification.state, {}, { signal }),
  });
