export { closedFor } from "./closing.ts";
export { communityRoutes } from "./community.routes.ts";
export { mustBeAllowedAddress, mustBeWelcome, welcome } from "./joining.ts";
