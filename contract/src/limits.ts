/** Limits shared by server and web. Those fixed by the specification name its section. */

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
/** Default page size of ratings. */
export const RATINGS_PAGE_SIZE = 10;

// Limits that the specification leaves open; docs/domain.md explains them.
export const CODE_MAX_ATTEMPTS = 5;
/** Seconds a code that was mailed is valid after the mail server accepted it. */
export const CODE_VALID_S = 900;
/** … and at most after it was requested, because a mail server may accept an e-mail late. */
export const CODE_VALID_MAX_S = 3600;
/** Seconds a code in a text message is valid. */
export const PHONE_CODE_VALID_S = 600;
/** Seconds in which a proof of work can be used. */
export const CAPTCHA_VALID_S = 600;
/** Validity of links that verify an e-mail address or undo its change. */
export const EMAIL_LINK_VALID_S = 86_400;
export const EMAIL_CHANGE_UNDO_VALID_S = 72 * 3600;
export const ID_TOKEN_VALID_S = 3600;
/** Own limits of passkeys. */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX_LENGTH = 60;
/** Seconds in which a user can make calls marked `confirmed` after they confirmed that it is them. */
export const CONFIRMATION_VALID_S = 600;
/** Seconds after which a moderator or administrator shows their second factor again in the same session. */
export const TEAM_SECOND_FACTOR_VALID_S = 86_400;
export const RECOVERY_CODE_COUNT = 10;
/** Own limit: users sign in again after this time, even if they are active. */
/** What was added to an account within this time counts as added lately. */
export const ACCESS_ADDED_LATELY_DAYS = 30;
export const SESSION_MAX_DAYS = 365;
export const BODY_MAX_BYTES = 64 * 1024;
/** Own limit; accepting one offer declines all others. */
export const OFFERS_PER_REQUEST_MAX = 100;
/** Characters of one chat message. */
export const MESSAGE_MAX_LENGTH = 4000;
export const PAGE_MAX = 100;
/** With fewer ratings a user counts as new and no mean is shown. */
export const MIN_RATINGS_FOR_MEAN = 3;
/** Own limit of the standby queue of a ride; later places have hardly any chance. */
export const STANDBY_MAX = 30;
/** Reliability counts this many of the latest bookings, and of the latest requests. */
export const RELIABILITY_WINDOW = 20;
/** Own limit. */
export const RATING_COMMENT_MAX_LENGTH = 1000;
/** Own limits: digits of a PIN that is said aloud at the pickup, and attempts to enter it. */
export const PICKUP_PIN_LENGTH = 4;
export const PICKUP_PIN_MAX_ATTEMPTS = 5;
export const RIDE_SEATS_MAX = 8;
/** Most active drivers that one ride request notifies. */
export const ASKED_DRIVERS_MAX = 20;
export const RIDE_STOPS_MAX = 14;
export const WALK_DEFAULT_M = 1000;
export const WALK_MAX_M = 5000;
export const DETOUR_DEFAULT_M = 10_000;
export const DETOUR_DEFAULT_S = 600;

export const PHOTO_MAX_BYTES = 5 * 1024 * 1024;

/** Own limit: more than phone cameras produce, and small enough to decode in memory. */
export const PHOTO_MAX_PIXELS = 50_000_000;
/** Own limits of a community's logo: of the upload, and of the longer and the shorter side of what is stored. */
export const LOGO_MAX_BYTES = 2 * 1024 * 1024;
export const LOGO_MAX_PX = {
  width: 640,
  height: 256,
} as const;
export const LOGO_MIN_PX = 64;
/** Side lengths of the two stored sizes of a photo. */
export const PHOTO_SIDE_PX = {
  small: 144,
  large: 512,
} as const;
/** Own limit: enough for a passphrase and safe to hash. */
export const PASSWORD_MAX_LENGTH = 256;
/** Characters of a first name, and of a last name. */
export const NAME_MAX_LENGTH = 40;
export const TRUSTED_CONTACT_NAME_MAX_LENGTH = 60;
/** Own limit. */
export const SAVED_SEARCHES_MAX = 20;
export const SAVED_SEARCH_NAME_MAX_LENGTH = 60;
/** Own limit: further matches of a day are summarised in one notification. */
export const ALERTS_PER_DAY = 30;
/** Own limit. */
export const BLOCKS_MAX = 1000;
/** Own limits of trusted contacts, and of share links per ride. */
export const TRUSTED_CONTACTS_MAX = 5;
export const SHARE_LINKS_PER_RIDE_MAX = 5;
/** Seconds before departure at which a share link starts to work. */
export const SHARE_LINK_OPENS_BEFORE_S = 3600;
/** Own limits: seconds before the pickup from which a passenger sees the driver come, and that a follower's call waits. */
export const DRIVER_VISIBLE_BEFORE_S = 1800;
export const FOLLOW_WAIT_MAX_S = 20;
export const NOTE_MAX_LENGTH = 1000;
/** Own limits of a moderator's reason, and of the longest temporary suspension or removal. */
export const MODERATOR_TEXT_MAX_LENGTH = 1000;
export const SUSPENSION_MAX_DAYS = 365;
/** Own limits of announcements and of the rules for joining. */
export const ANNOUNCEMENT_MAX_LENGTH = 500;
export const EMAIL_DOMAINS_MAX = 50;
export const INVITE_USES_MAX = 10_000;
/** Days in advance that a ride can be offered. */
export const RIDE_MAX_DAYS_AHEAD = 365;

/** Of one member. */
export const VEHICLES_MAX = 10;
/** Own limits of series and templates per host. */
export const SERIES_PER_HOST_MAX = 30;
export const TEMPLATES_PER_HOST_MAX = 30;
/** Own limits of meeting points: those of one host, and those of the community. */
export const MEETING_POINTS_PER_HOST_MAX = 50;
/** Without those that were imported. */
export const MEETING_POINTS_OF_COMMUNITY_MAX = 1000;
export const MEETING_POINTS_PER_SOURCE_MAX = 20_000;
export const MEETING_POINT_SOURCES_MAX = 20;
/** Of a file that an administrator sends to be imported. */
export const IMPORT_FILE_MAX_BYTES = 5_000_000;
/** How long what another platform sent about people waits for them to sign up. */
export const IMPORTED_DATA_DAYS = 90;
export const MEETING_POINT_NAME_MAX_LENGTH = 80;
export const MEETING_POINT_NOTE_MAX_LENGTH = 300;
/** Days that can be excluded from a series. */
export const SERIES_EXCEPTIONS_MAX = 400;

/** Own limits of events: the title, the duration, and how many a user creates in 24 hours. */
export const EVENT_TITLE_MAX_LENGTH = 120;
export const EVENT_MAX_DAYS = 31;
export const EVENT_CALENDARS_MAX = 20;
/** Events of one calendar, the soonest first. */
export const EVENTS_PER_CALENDAR_MAX = 200;
export const EVENTS_PER_DAY_MAX = 10;

/** Own limits of groups: what a member writes, and how many groups a member can belong to, manage included. */
export const GROUP_NAME_MAX_LENGTH = 60;
export const GROUP_MESSAGE_MAX_LENGTH = 300;
export const GROUPS_PER_MEMBER_MAX = 30;
/** With fewer people behind it, a number of a group is not shown. */
export const GROUP_MIN_COUNT_SHOWN = 5;

/** Own limits of text messages: codes that one account, and one number over all accounts, can get. */
export const TEXTS_PER_HOUR_MAX = 3;
export const TEXTS_PER_DAY_MAX = 5;
export const TEXTS_PER_NUMBER_AND_DAY_MAX = 3;
