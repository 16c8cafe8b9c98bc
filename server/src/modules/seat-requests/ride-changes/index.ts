export { rideNotificationContent } from "./ride-notifications.ts";
export { initRideChangedConsumer, rideChangedConsumer } from "./ride-changed-consumer.ts";
