import { tripStatements } from "@commonlane/contract/trip-statements";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { readStatement } from "./trip-statements.ts";

export const tripStatementRoutes: RegisterRoutes = (http) => {
  http.on(tripStatements.read, (ctx, { params }, { uid }) => readStatement(ctx, uid, params.year));
};
