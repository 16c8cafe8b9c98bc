import { msg } from "@lingui/core/macro";
import type { IconName } from "#shared/ui/icon-paths.ts";

/** The four tabs, in the specification's order. */
export const navigationTabs = [
  { to: "/home", label: msg`Home`, icon: "home" },
  { to: "/active-drivers", label: msg`Drivers`, icon: "compass" },
  { to: "/host", label: msg`Host`, icon: "car" },
  { to: "/seek", label: msg`Seek`, icon: "hand" },
] as const satisfies readonly { to: string; label: unknown; icon: IconName }[];
