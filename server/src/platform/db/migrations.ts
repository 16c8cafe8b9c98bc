import { up as foundation } from "./migrations/0001-foundation.ts";
import { up as places } from "./migrations/0002-places.ts";
import { up as accounts } from "./migrations/0003-accounts.ts";
import { up as photos } from "./migrations/0004-photos.ts";
import { up as captcha } from "./migrations/0005-captcha.ts";
import { up as rideRequests } from "./migrations/0006-ride-requests.ts";
import { up as recurring } from "./migrations/0007-recurring.ts";
import { up as savedSearches } from "./migrations/0008-saved-searches.ts";
import { up as notices } from "./migrations/0009-notices.ts";
import { up as routedWays } from "./migrations/0010-routed-ways.ts";
import { up as chat } from "./migrations/0012-chat.ts";
import { up as activeDrivers } from "./migrations/0013-active-drivers.ts";
import { up as rateCounts } from "./migrations/0014-rate-counts.ts";
import { up as unreadNotices } from "./migrations/0015-unread-notices.ts";
import { up as ratings } from "./migrations/0016-ratings.ts";
import { up as changedRides } from "./migrations/0017-changed-rides.ts";
import { up as blocks } from "./migrations/0018-blocks.ts";
import { up as toldWays } from "./migrations/0019-told-ways.ts";
import { up as ownGender } from "./migrations/0020-own-gender.ts";
import { up as reliability } from "./migrations/0021-reliability.ts";
import { up as standby } from "./migrations/0022-standby.ts";
import { up as moderation } from "./migrations/0023-moderation.ts";
import { up as community } from "./migrations/0024-community.ts";
import { up as leaving } from "./migrations/0025-leaving.ts";
import { up as journeys } from "./migrations/0026-journeys.ts";
import { up as access } from "./migrations/0027-access.ts";
import { up as hidings } from "./migrations/0029-hidings.ts";
import { up as sharedCounts } from "./migrations/0030-shared-counts.ts";
import { up as hiddenUntil } from "./migrations/0031-hidden-until.ts";
import { up as reportedWords } from "./migrations/0038-reported-words.ts";
import { up as requestLuggage } from "./migrations/0039-request-luggage.ts";
import { up as stoppedSeries } from "./migrations/0040-stopped-series.ts";
import { up as drivingSessions } from "./migrations/0041-driving-sessions.ts";
import { up as consumers } from "./migrations/0044-consumers.ts";
import { up as namedRecords } from "./migrations/0045-named-records.ts";
import { up as smallAnswers } from "./migrations/0046-small-answers.ts";
import { up as foundPeople } from "./migrations/0047-found-people.ts";
import { up as guessing } from "./migrations/0051-guessing.ts";
import { up as strangerContacts } from "./migrations/0052-stranger-contacts.ts";
import { up as countedBookings } from "./migrations/0055-counted-bookings.ts";
import { up as drivenWays } from "./migrations/0058-driven-ways.ts";

/** In the order they are applied. What has been released is never edited, only followed. */
export const migrations = {
  "0001-foundation": { up: foundation },
  "0002-places": { up: places },
  "0003-accounts": { up: accounts },
  "0004-photos": { up: photos },
  "0005-captcha": { up: captcha },
  "0006-ride-requests": { up: rideRequests },
  "0007-recurring": { up: recurring },
  "0008-saved-searches": { up: savedSearches },
  "0009-notices": { up: notices },
  "0010-routed-ways": { up: routedWays },
  "0012-chat": { up: chat },
  "0013-active-drivers": { up: activeDrivers },
  "0014-rate-counts": { up: rateCounts },
  "0015-unread-notices": { up: unreadNotices },
  "0016-ratings": { up: ratings },
  "0017-changed-rides": { up: changedRides },
  "0018-blocks": { up: blocks },
  "0019-told-ways": { up: toldWays },
  "0020-own-gender": { up: ownGender },
  "0021-reliability": { up: reliability },
  "0022-standby": { up: standby },
  "0023-moderation": { up: moderation },
  "0024-community": { up: community },
  "0025-leaving": { up: leaving },
  "0026-journeys": { up: journeys },
  "0027-access": { up: access },
  "0029-hidings": { up: hidings },
  "0030-shared-counts": { up: sharedCounts },
  "0031-hidden-until": { up: hiddenUntil },
  "0038-reported-words": { up: reportedWords },
  "0039-request-luggage": { up: requestLuggage },
  "0040-stopped-series": { up: stoppedSeries },
  "0041-driving-sessions": { up: drivingSessions },
  "0044-consumers": { up: consumers },
  "0045-named-records": { up: namedRecords },
  "0046-small-answers": { up: smallAnswers },
  "0047-found-people": { up: foundPeople },
  "0051-guessing": { up: guessing },
  "0052-stranger-contacts": { up: strangerContacts },
  "0055-counted-bookings": { up: countedBookings },
  "0058-driven-ways": { up: drivenWays },
};
