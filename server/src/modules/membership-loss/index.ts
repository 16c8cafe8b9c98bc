export {
  initMembershipLossConsumer,
  membershipLossConsumer,
  membershipLossSweeps,
} from "./membership-loss-consumer.ts";
