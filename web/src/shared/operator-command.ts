import { communitySettings } from "./community-settings.ts";

/** How the operator types a command on the server: `npm run region -- add`, or `commonlane region add` of a release. */
export const operatorCommand = (
  command: "admin" | "region" | "transit" | "meeting-points",
  ...args: readonly string[]
): string =>
  (communitySettings.isRelease
    ? ["commonlane", command, ...args]
    : ["npm run", command, "--", ...args]
  ).join(" ");
