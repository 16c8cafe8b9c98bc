import { groupManagement } from "@commonlane/contract/group-management";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { getGroupStatistics } from "./group-statistics.ts";

export const groupStatisticsRoutes: RegisterRoutes = (http) => {
  http.on(groupManagement.statistics, (ctx, { params }, { uid }) =>
    getGroupStatistics(ctx, { ...params, uid }),
  );
};
