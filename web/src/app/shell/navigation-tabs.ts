import { msg } from "@lingui/core/macro";
import type { IconName } from "#shared/ui/icon-paths.ts";

/** The four tabs, in the specification's order. */
export const navigationTabs = [
  {
    to: "/home",
    label: msg({
      comment: "Name of the first screen.",
      message: "Home",
    }),
    icon: "home",
  },
  {
    to: "/active-drivers",
    label: msg`Drivers`,
    icon: "compass",
  },
  {
    to: "/host",
    label: msg({
      comment: "Menu entry: offer a ride.",
      message: "Host",
    }),
    icon: "car",
  },
  {
    to: "/seek",
    label: msg({
      comment: "Menu entry: look for a ride.",
      message: "Seek",
    }),
    icon: "hand",
  },
] as const satisfies readonly {
  to: string;
  label: unknown;
  icon: IconName;
}[];
