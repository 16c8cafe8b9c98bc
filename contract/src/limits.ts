/** Numbers that both sides of the wire must agree on. Where the specification sets one, its section is named. */

// Specification, section 9.
export const CODE_LENGTH = 6;
export const CODE_RESEND_AFTER_S = 60;
export const PASSWORD_MIN_LENGTH = 8;
export const PHONE_MIN_LENGTH = 8;
export const PHONE_MAX_LENGTH = 15;
export const REQUEST_TIMEOUT_MS = 10_000;
export const RIDES_RADIUS_KM = 25;
export const DRIVERS_RADIUS_KM = 50;
export const MINIMUM_AGE_YEARS = 18;
/** How many ratings one page has unless said. */
export const RATINGS_PAGE_SIZE = 10;

// What the specification leaves open; the rules among it stand in docs/domain.md.
export const CODE_MAX_ATTEMPTS = 5;
export const CODE_VALID_S = 600;
/** How long a proof of work may wait for its call. */
export const CAPTCHA_VALID_S = 600;
/** A link that verifies an e-mail, and one that takes a change of the e-mail back. */
export const EMAIL_LINK_VALID_S = 86_400;
export const EMAIL_CHANGE_UNDO_VALID_S = 72 * 3600;
export const ID_TOKEN_VALID_S = 3600;
/** Ours: then one signs in again, however often one came. */
export const SESSION_MAX_DAYS = 365;
export const BODY_MAX_BYTES = 64 * 1024;
/** Ours: more answers than anybody compares; acceptance declines all the others at once. */
export const OFFERS_PER_REQUEST_MAX = 100;
/** Of one message in a chat. */
export const MESSAGE_MAX_LENGTH = 4000;
export const PAGE_MAX = 100;
/** With fewer ratings a person is new, and no mean is made much of. */
export const MIN_RATINGS_FOR_MEAN = 3;
/** Ours: the longest line for one ride; whoever is further back had better look elsewhere. */
export const STANDBY_MAX = 30;
/** Over so many of the last agreed rides, and of the last requests, reliability is counted. */
export const RELIABILITY_WINDOW = 20;
/** Ours: as much as anybody reads of a journey. */
export const RATING_COMMENT_MAX_LENGTH = 1000;
/** Ours: a PIN said aloud at the pickup, and how often it may be typed wrongly. */
export const PICKUP_PIN_LENGTH = 4;
export const PICKUP_PIN_MAX_ATTEMPTS = 5;
export const RIDE_SEATS_MAX = 8;
export const RIDE_STOPS_MAX = 14;
export const WALK_DEFAULT_M = 1000;
export const WALK_MAX_M = 5000;
export const DETOUR_DEFAULT_M = 10_000;
export const DETOUR_DEFAULT_S = 600;

export const PHOTO_MAX_BYTES = 5 * 1024 * 1024;

/** Ours: the most that a phone's camera makes, and too little to fill the memory with. */
export const PHOTO_MAX_PIXELS = 50_000_000;
/** The sides of the two squares that a photo is kept as. */
export const PHOTO_SIDE_PX = { small: 144, large: 512 } as const;
/** Ours: long enough for a passphrase, short enough to hash without harm. */
export const PASSWORD_MAX_LENGTH = 256;
/** Of a person's first name, and of their last name. */
export const NAME_MAX_LENGTH = 40;
export const TRUSTED_CONTACT_NAME_MAX_LENGTH = 60;
/** Ours: more ways than anybody goes. */
export const SAVED_SEARCHES_MAX = 20;
export const SAVED_SEARCH_NAME_MAX_LENGTH = 60;
/** Ours: of more that may fit them nobody wants to hear in a day, one by one. */
export const ALERTS_PER_DAY = 30;
/** Ours: more people than anybody has to keep away from. */
export const BLOCKS_MAX = 1000;
/** Ours: as many as anybody calls in need, and links as one gives to family and friends. */
export const TRUSTED_CONTACTS_MAX = 5;
export const SHARE_LINKS_PER_RIDE_MAX = 5;
/** How long before the departure a link to follow a ride opens. */
export const SHARE_LINK_OPENS_BEFORE_S = 3600;
export const NOTE_MAX_LENGTH = 1000;
/** Ours: why a moderator does something, and for how long they can suspend somebody or hide something without doing so for good. */
export const MODERATOR_TEXT_MAX_LENGTH = 1000;
export const SUSPENSION_MAX_DAYS = 365;
/** Ours: what moderators tell everybody, and who may join. */
export const ANNOUNCEMENT_MAX_LENGTH = 500;
export const EMAIL_DOMAINS_MAX = 50;
export const INVITE_USES_MAX = 10_000;
/** A ride may be hosted this far ahead. */
export const RIDE_MAX_DAYS_AHEAD = 365;

/** Ours: more ways than anybody repeats or keeps. */
export const SERIES_PER_HOST_MAX = 30;
export const TEMPLATES_PER_HOST_MAX = 30;
/** Days on which a series does not run that can be named. */
export const SERIES_EXCEPTIONS_MAX = 400;
