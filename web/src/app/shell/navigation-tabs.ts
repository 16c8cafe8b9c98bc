import { msg } from "@lingui/core/macro";
import type { IconName } from "#shared/ui/icon-paths.ts";

/** The four tabs, in the specification's order. */
export const navigationTabs = [
  {
    to: "/home",
    label: msg({ comment: "Name of a saved place, and of the first screen.", message: "Home" }),
    icon: "home",
  },
  { to: "/active-drivers", label: msg`Drivers`, icon: "compass" },
  {
    to: "/host",
    label: msg({
      comment: "The person who drives and offers seats; also the menu entry to offer a ride.",
      message: "Host",
    }),
    icon: "car",
  },
  { to: "/seek", label: msg({ comment: "Menu entry: look for a ride.", message: "Seek" }), icon: "hand" },
] as const satisfies readonly { to: string; label: unknown; icon: IconName }[];
