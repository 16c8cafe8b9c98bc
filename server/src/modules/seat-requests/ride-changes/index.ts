export { rideNotificationContent } from "./ride-notifications.ts";
export { initRideChangedConsumer, rideChangedConsumer } from "./ride-changes.ts";
