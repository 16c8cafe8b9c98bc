export { tripStatementRoutes } from "./trip-statements.routes.ts";
