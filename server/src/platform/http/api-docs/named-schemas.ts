import * as accountSettings from "@commonlane/contract/account-settings";
import * as accounts from "@commonlane/contract/accounts";
import * as activeDrivers from "@commonlane/contract/active-drivers";
import * as auth from "@commonlane/contract/auth";
import * as blocks from "@commonlane/contract/blocks";
import * as calendar from "@commonlane/contract/calendar";
import * as captcha from "@commonlane/contract/captcha";
import * as chat from "@commonlane/contract/chat";
import * as communityAdmin from "@commonlane/contract/community-admin";
import * as contentRemovals from "@commonlane/contract/content-removals";
import * as routeMeasure from "@commonlane/contract/route-measure";
import * as costShare from "@commonlane/contract/cost-share";
import * as events from "@commonlane/contract/events";
import * as groups from "@commonlane/contract/groups";
import * as hostedRides from "@commonlane/contract/hosted-rides";
import * as live from "@commonlane/contract/live";
import * as moderationShapes from "@commonlane/contract/moderation-shapes";
import * as moderation from "@commonlane/contract/moderation";
import * as notificationChannels from "@commonlane/contract/notification-channels";
import * as notifications from "@commonlane/contract/notifications";
import * as offers from "@commonlane/contract/offers";
import * as personNames from "@commonlane/contract/person-names";
import * as personalData from "@commonlane/contract/personal-data";
import * as places from "@commonlane/contract/places";
import * as problem from "@commonlane/contract/problem";
import * as profiles from "@commonlane/contract/profiles";
import * as ratings from "@commonlane/contract/ratings";
import * as reliability from "@commonlane/contract/reliability";
import * as reports from "@commonlane/contract/reports";
import * as rideContacts from "@commonlane/contract/ride-contacts";
import * as rideReplacements from "@commonlane/contract/ride-replacements";
import * as rideRequests from "@commonlane/contract/ride-requests";
import * as rideSearch from "@commonlane/contract/ride-search";
import * as rideSeries from "@commonlane/contract/ride-series";
import * as rideTemplates from "@commonlane/contract/ride-templates";
import * as rides from "@commonlane/contract/rides";
import * as savedSearches from "@commonlane/contract/saved-searches";
import * as seatRequests from "@commonlane/contract/seat-requests";
import * as shapes from "@commonlane/contract/shapes";
import * as standby from "@commonlane/contract/standby";
import * as tripOutcomes from "@commonlane/contract/trip-outcomes";
import * as tripSafety from "@commonlane/contract/trip-safety";
import * as trustedContacts from "@commonlane/contract/trusted-contacts";
import { endpointGroups } from "@commonlane/contract/all";
import type { Endpoint } from "@commonlane/contract/endpoint";
import * as z from "zod/mini";

/** Names of schemas in the API description; see zod's metadata registries. */
export const namedSchemas = z.registry<{ id: string }>();
const schemasById = new Map<string, z.ZodMiniType>();

export function findSchema(id: string): z.ZodMiniType | undefined {
  return schemasById.get(id);
}

const CONTRACT_FILES: readonly object[] = [
  accountSettings,
  accounts,
  activeDrivers,
  auth,
  blocks,
  calendar,
  captcha,
  chat,
  communityAdmin,
  contentRemovals,
  costShare,
  routeMeasure,
  events,
  groups,
  hostedRides,
  live,
  moderationShapes,
  moderation,
  notificationChannels,
  notifications,
  offers,
  personNames,
  personalData,
  places,
  problem,
  profiles,
  ratings,
  reliability,
  reports,
  rideContacts,
  rideReplacements,
  rideRequests,
  rideSearch,
  rideSeries,
  rideTemplates,
  rides,
  savedSearches,
  seatRequests,
  shapes,
  standby,
  tripOutcomes,
  tripSafety,
  trustedContacts,
];

const NAMEABLE = [z.ZodMiniObject, z.ZodMiniEnum, z.ZodMiniUnion, z.ZodMiniDiscriminatedUnion];

// A schema that the contract exports has the name of its export; others are named after their endpoint.
for (const file of CONTRACT_FILES)
  for (const [id, value] of Object.entries(file)) nameSchema(id, value);
for (const [tag, endpoints] of Object.entries<Record<string, Endpoint>>(endpointGroups)) {
  for (const [name, { body, reply }] of Object.entries(endpoints)) {
    nameSchema(`${capitalize(tag)}${capitalize(name)}Body`, body);
    nameSchema(`${capitalize(tag)}${capitalize(name)}Reply`, reply);
  }
}

/** @throws Error if two schemas have the same name. */
function nameSchema(id: string, value: unknown): void {
  const schema = value instanceof z.ZodMiniOptional ? value.def.innerType : value;
  if (!isNameable(schema) || namedSchemas.has(schema)) return;
  if (schemasById.has(id)) throw new Error(`Two schemas of the API are called ${id}.`);
  namedSchemas.add(schema, { id });
  schemasById.set(id, schema);
}

function isNameable(value: unknown): value is z.ZodMiniType {
  return NAMEABLE.some((type) => value instanceof type);
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
