import { up as schema } from "./migrations/0001-schema.ts";
import { up as placeKinds } from "./migrations/0002-place-kinds.ts";
import { up as placeAreas } from "./migrations/0003-place-areas.ts";
import { up as meetingPoints } from "./migrations/0004-meeting-points.ts";
import { up as partlyEstimatedRides } from "./migrations/0006-partly-estimated-rides.ts";
import { up as calendar } from "./migrations/0009-calendar.ts";
import { up as events } from "./migrations/0010-events.ts";
import { up as publicRides } from "./migrations/0011-public-rides.ts";
import { up as moderatorActions } from "./migrations/0012-moderator-actions.ts";
import { up as welcome } from "./migrations/0013-welcome.ts";
import { up as sharedDevices } from "./migrations/0016-shared-devices.ts";
import { up as backupRuns } from "./migrations/0017-backup-runs.ts";
import { up as accountLanguage } from "./migrations/0018-account-language.ts";
import { up as localNames } from "./migrations/0019-local-names.ts";
import { up as eventRecipients } from "./migrations/0020-event-recipients.ts";
import { up as administration } from "./migrations/0021-administration.ts";
import { up as signInProviders } from "./migrations/0022-sign-in-providers.ts";
import { up as passkeys } from "./migrations/0023-passkeys.ts";
import { up as legalTextsAndBranding } from "./migrations/0024-legal-texts-and-branding.ts";
import { up as compactRows } from "./migrations/0025-compact-rows.ts";
import { up as trustMarks } from "./migrations/0026-trust-marks.ts";
import { up as groups } from "./migrations/0027-groups.ts";
import { up as audiences } from "./migrations/0028-audiences.ts";
import { up as phoneVerification } from "./migrations/0029-phone-verification.ts";
import { up as exactAndApproximate } from "./migrations/0030-exact-and-approximate.ts";
import { up as accountAccess } from "./migrations/0039-account-access.ts";
import { up as countedRatings } from "./migrations/0051-counted-ratings.ts";
import { up as ridesWithoutRoads } from "./migrations/0052-rides-without-roads.ts";
import { up as placeBuilds } from "./migrations/0047-place-builds.ts";
import { up as membershipChecks } from "./migrations/0048-membership-checks.ts";
import { up as consumerVersions } from "./migrations/0049-consumer-versions.ts";
import { up as dialablePhones } from "./migrations/0057-dialable-phones.ts";
import { up as codeDelivery } from "./migrations/0060-code-delivery.ts";
import { up as providerEmail } from "./migrations/0061-provider-email.ts";
import { up as earlyCompletion } from "./migrations/0062-early-completion.ts";
import { up as ridesWithAudience } from "./migrations/0063-rides-with-audience.ts";
import { up as serverSecret } from "./migrations/0064-server-secret.ts";
import { up as shownReliability } from "./migrations/0068-shown-reliability.ts";
import { up as keysInByteOrder } from "./migrations/0070-keys-in-byte-order.ts";
import { up as pushRefusals } from "./migrations/0071-push-refusals.ts";
import { up as movedRides } from "./migrations/0072-moved-rides.ts";
import { up as ourKeysInByteOrder } from "./migrations/0074-our-keys-in-byte-order.ts";
import { up as listedRides } from "./migrations/0080-listed-rides.ts";
import { up as rideFeeds } from "./migrations/0081-ride-feeds.ts";
import { up as covoiturageReceivers } from "./migrations/0082-covoiturage-receivers.ts";
import { up as publicEvents } from "./migrations/0084-public-events.ts";
import { up as neighbours } from "./migrations/0085-neighbours.ts";
import { up as apiKeys } from "./migrations/0088-api-keys.ts";
import { up as driverHere } from "./migrations/0102-driver-here.ts";
import { up as meetingPointSources } from "./migrations/0103-meeting-point-sources.ts";
import { up as webhooks } from "./migrations/0089-webhooks.ts";
import { up as eventCalendars } from "./migrations/0121-event-calendars.ts";
import { up as neighbourAlerts } from "./migrations/0124-neighbour-alerts.ts";
import { up as importedMembers } from "./migrations/0125-imported-members.ts";
import { up as publicRating } from "./migrations/0134-public-rating.ts";
import { up as meetingPointsByPlace } from "./migrations/0135-meeting-points-by-place.ts";
import { up as comments } from "./migrations/0120-comments.ts";
import { up as revocations } from "./migrations/0043-revocations.ts";

/** In the order they are applied. What has been released is never edited; a change is a new migration. */
export const migrations = {
  "0001-schema": { up: schema },
  "0002-place-kinds": { up: placeKinds },
  "0003-place-areas": { up: placeAreas },
  "0004-meeting-points": { up: meetingPoints },
  "0006-partly-estimated-rides": { up: partlyEstimatedRides },
  "0009-calendar": { up: calendar },
  "0010-events": { up: events },
  "0011-public-rides": { up: publicRides },
  "0012-moderator-actions": { up: moderatorActions },
  "0013-welcome": { up: welcome },
  "0016-shared-devices": { up: sharedDevices },
  "0017-backup-runs": { up: backupRuns },
  "0018-account-language": { up: accountLanguage },
  "0019-local-names": { up: localNames },
  "0020-event-recipients": { up: eventRecipients },
  "0021-administration": { up: administration },
  "0022-sign-in-providers": { up: signInProviders },
  "0023-passkeys": { up: passkeys },
  "0024-legal-texts-and-branding": { up: legalTextsAndBranding },
  "0025-compact-rows": { up: compactRows },
  "0026-trust-marks": { up: trustMarks },
  "0027-groups": { up: groups },
  "0028-audiences": { up: audiences },
  "0029-phone-verification": { up: phoneVerification },
  "0030-exact-and-approximate": { up: exactAndApproximate },
  "0039-account-access": { up: accountAccess },
  "0043-revocations": { up: revocations },
  "0047-place-builds": { up: placeBuilds },
  "0048-membership-checks": { up: membershipChecks },
  "0049-consumer-versions": { up: consumerVersions },
  "0051-counted-ratings": { up: countedRatings },
  "0052-rides-without-roads": { up: ridesWithoutRoads },
  "0057-dialable-phones": { up: dialablePhones },
  "0060-code-delivery": { up: codeDelivery },
  "0061-provider-email": { up: providerEmail },
  "0062-early-completion": { up: earlyCompletion },
  "0063-rides-with-audience": { up: ridesWithAudience },
  "0064-server-secret": { up: serverSecret },
  "0068-shown-reliability": { up: shownReliability },
  "0070-keys-in-byte-order": { up: keysInByteOrder },
  "0071-push-refusals": { up: pushRefusals },
  "0072-moved-rides": { up: movedRides },
  "0074-our-keys-in-byte-order": { up: ourKeysInByteOrder },
  "0080-listed-rides": { up: listedRides },
  "0081-ride-feeds": { up: rideFeeds },
  "0082-covoiturage-receivers": { up: covoiturageReceivers },
  "0084-public-events": { up: publicEvents },
  "0085-neighbours": { up: neighbours },
  "0088-api-keys": { up: apiKeys },
  "0089-webhooks": { up: webhooks },
  "0102-driver-here": { up: driverHere },
  "0103-meeting-point-sources": { up: meetingPointSources },
  "0120-comments": { up: comments },
  "0121-event-calendars": { up: eventCalendars },
  "0124-neighbour-alerts": { up: neighbourAlerts },
  "0125-imported-members": { up: importedMembers },
  "0134-public-rating": { up: publicRating },
  "0135-meeting-points-by-place": { up: meetingPointsByPlace },
};
