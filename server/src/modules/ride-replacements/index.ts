export { initReplacementConsumer, replacementConsumer } from "./replacement-consumer.ts";
export { rideReplacementRoutes } from "./ride-replacements.routes.ts";
