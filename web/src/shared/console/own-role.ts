import { moderationRole } from "@commonlane/contract/moderation-role";
import { endpointQuery } from "#shared/api/endpoint-query.ts";

/** Whether the user is a moderator, and the open reports. Live events refresh the numbers. */
export const ownRole = endpointQuery(moderationRole, {}, { staleTime: 60_000 });
