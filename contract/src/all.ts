import { activeDrivers } from "./active-drivers.ts";
import type { Endpoint } from "./endpoint.ts";
import { auth } from "./auth.ts";
import { blocks } from "./blocks.ts";
import { captcha } from "./captcha.ts";
import { community } from "./community-calls.ts";
import { chat } from "./chat.ts";
import { hidings } from "./hidings.ts";
import { identity } from "./identity.ts";
import { moderation } from "./moderation.ts";
import { noticeChannels } from "./notice-channels.ts";
import { notices } from "./notices.ts";
import { offers } from "./offers.ts";
import { onTheWay } from "./on-the-way.ts";
import { ownAccount } from "./own-account.ts";
import { ownData } from "./own-data.ts";
import { passages } from "./passages.ts";
import { places } from "./places.ts";
import { profiles } from "./profiles.ts";
import { reports } from "./reports.ts";
import { ratings } from "./ratings.ts";
import { rideContacts } from "./ride-contacts.ts";
import { rescue } from "./rescue.ts";
import { rideRequests } from "./ride-requests.ts";
import { rideSeries } from "./ride-series.ts";
import { rideTemplates } from "./ride-templates.ts";
import { rides } from "./rides.ts";
import { savedSearches } from "./saved-searches.ts";
import { seatRequests } from "./seat-requests.ts";
import { trustedContacts } from "./trusted-contacts.ts";
import { standby } from "./standby.ts";

/** Every call there is. One that is not in here does not exist: the server refuses to bind it. */
export const groups = {
  identity,
  auth,
  captcha,
  ownAccount,
  ownData,
  profiles,
  places,
  rides,
  rideSeries,
  rideTemplates,
  seatRequests,
  standby,
  rescue,
  rideRequests,
  offers,
  activeDrivers,
  notices,
  noticeChannels,
  savedSearches,
  chat,
  blocks,
  reports,
  passages,
  rideContacts,
  ratings,
  moderation,
  hidings,
  onTheWay,
  trustedContacts,
  community,
} satisfies Record<string, Record<string, Endpoint>>;

/** The same as a flat list, each with its name, like `rides.host`. */
export const endpoints: readonly { readonly name: string; readonly endpoint: Endpoint }[] = Object.entries(
  groups,
).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);
