export { initMembershipLossConsumer, membershipLossConsumer } from "./membership-loss-consumer.ts";
