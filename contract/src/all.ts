import { accountAccess } from "./account-access.ts";
import { apiKeys } from "./api-keys.ts";
import { administration } from "./administration.ts";
import { activeDrivers } from "./active-drivers.ts";
import { audiences } from "./audiences.ts";
import type { Endpoint } from "./endpoint.ts";
import { auth } from "./auth.ts";
import { blocks } from "./blocks.ts";
import { calendar } from "./calendar.ts";
import { captcha } from "./captcha.ts";
import { community } from "./community-admin.ts";
import { chat } from "./chat.ts";
import { contentRemovals } from "./content-removals.ts";
import { eventCalendars } from "./event-calendars.ts";
import { events } from "./events.ts";
import { feedReceivers } from "./feed-receivers.ts";
import { groupAdministration, groupManagement } from "./group-management.ts";
import { groups } from "./groups.ts";
import { accounts } from "./accounts.ts";
import { importedData, memberImports } from "./member-imports.ts";
import { moderation } from "./moderation.ts";
import { legal } from "./legal.ts";
import { meetingPointSources } from "./meeting-point-sources.ts";
import { meetingPoints } from "./meeting-points.ts";
import { notificationChannels } from "./notification-channels.ts";
import { notifications } from "./notifications.ts";
import { offers } from "./offers.ts";
import { tripSafety } from "./trip-safety.ts";
import { accountSettings } from "./account-settings.ts";
import { personalData } from "./personal-data.ts";
import { tripOutcomes } from "./trip-outcomes.ts";
import { tripStatements } from "./trip-statements.ts";
import { passkeys } from "./passkeys.ts";
import { places } from "./places.ts";
import { phoneVerification } from "./phone-verification.ts";
import { profiles } from "./profiles.ts";
import { publicOffers } from "./public-offers.ts";
import { regions } from "./regions.ts";
import { transit } from "./transit.ts";
import { neighbourAdministration, neighbours } from "./neighbours.ts";
import { reports } from "./reports.ts";
import { ratings } from "./ratings.ts";
import { rideContacts } from "./ride-contacts.ts";
import { rideReplacements } from "./ride-replacements.ts";
import { rideRequests } from "./ride-requests.ts";
import { rideSeries } from "./ride-series.ts";
import { rideTemplates } from "./ride-templates.ts";
import { rides } from "./rides.ts";
import { savedSearches } from "./saved-searches.ts";
import { seatRequests } from "./seat-requests.ts";
import { markAdministration, markModeration } from "./mark-administration.ts";
import { trustMarks } from "./trust-marks.ts";
import { trustedContacts } from "./trusted-contacts.ts";
import { secondFactor } from "./second-factor.ts";
import { setup } from "./setup.ts";
import { providerAdministration } from "./provider-administration.ts";
import { signInProviders } from "./sign-in-providers.ts";
import { standby } from "./standby.ts";
import { webhooks } from "./webhooks.ts";

/** All endpoints of the API. The server refuses to bind any other. */
export const endpointGroups = {
  accounts,
  auth,
  captcha,
  accountSettings,
  accountAccess,
  passkeys,
  secondFactor,
  personalData,
  profiles,
  phoneVerification,
  places,
  rides,
  rideSeries,
  rideTemplates,
  meetingPoints,
  seatRequests,
  standby,
  rideReplacements,
  rideRequests,
  offers,
  activeDrivers,
  notifications,
  notificationChannels,
  savedSearches,
  chat,
  blocks,
  reports,
  tripOutcomes,
  tripStatements,
  rideContacts,
  ratings,
  moderation,
  administration,
  legal,
  setup,
  signInProviders,
  providerAdministration,
  trustMarks,
  markAdministration,
  markModeration,
  publicOffers,
  regions,
  transit,
  contentRemovals,
  tripSafety,
  trustedContacts,
  community,
  calendar,
  events,
  audiences,
  groups,
  groupManagement,
  groupAdministration,
  feedReceivers,
  apiKeys,
  neighbours,
  neighbourAdministration,
  webhooks,
  eventCalendars,
  meetingPointSources,
  memberImports,
  importedData,
} satisfies Record<string, Record<string, Endpoint>>;

/** All endpoints as a flat list, with names such as `rides.host`. */
export const endpoints: readonly {
  readonly name: string;
  readonly endpoint: Endpoint;
}[] = Object.entries(endpointGroups).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({
    name: `${group}.${name}`,
    endpoint,
  })),
);
