import type { Comfort } from "@commonlane/contract/profiles";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Labels of vehicle features. */
export const comfortLabels: Record<Comfort, MessageDescriptor> = {
  "air-conditioning": msg`Air conditioning`,
  sockets: msg`Phone charging`,
  "child-seat": msg`Child seat`,
  "bike-rack": msg`Room for bicycles`,
  "step-free": msg`Step-free entry`,
  wheelchair: msg`Space for a wheelchair`,
};
