import { resolve } from "node:path";
import { ROAD_FACTOR } from "@commonlane/matching/driving-estimate";
import { z } from "zod";
import { isRecipient } from "./db/export/encryption.ts";
import {
  COMMUNITY_VARIABLES,
  type CommunityValues,
  readFixedValues,
} from "./community/community-values.ts";
import { CostsPerKm } from "./cost-per-km.ts";
import { isDatabaseUrl } from "./db/read-database-url.ts";
import { findSmsProblems, smsSettings, typedNumber } from "./text-messages/sms-settings.ts";

const integer = (min: number, max: number, defaultValue: number) =>
  typedNumber(z.coerce.number().int().min(min).max(max)).default(defaultValue);

const decimal = (min: number, max: number, defaultValue: number) =>
  typedNumber(z.coerce.number().min(min).max(max)).default(defaultValue);

/** A service on another machine, as `kind:address`. */
function upstreamService<Kind extends string>(kinds: readonly Kind[], example: string) {
  return z
    .string()
    .regex(new RegExp(`^(${kinds.join("|")}):https?://[^\\s?#]+$`), `such as ${example}`)
    .transform((text) => {
      const kind = kinds.find((kind) => text.startsWith(`${kind}:`));
      if (kind === undefined) throw new Error(`must be one of ${kinds.join(", ")}`);
      return {
        kind,
        url: text.slice(kind.length + 1),
      };
    })
    .optional();
}

/** Servers inside the operator's network, which others could not reach. */
const localOrigins = () =>
  z
    .string()
    .regex(
      /^(?:https?:\/\/[\w.-]+(?::\d+)?\s*)+$/,
      "origins such as http://127.0.0.1:4000, separated by spaces",
    )
    .transform((text) => text.trim().split(/\s+/))
    .optional();

/** True if the URL has only scheme, host and port. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && `${url.origin}/` === url.href;
}

/**
 * The settings of an operator that only environment variables can make; all optional (docs/operate.md; numbers with ⚙
 * in docs/domain.md).
 */
const Environment = z.object({
  PORT: integer(0, 65_535, 3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("data"),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, "such as postgres://user:password@host:5432/name")
    .optional(),
  /** Redis for messages between processes; without it PostgreSQL carries them. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      isOrigin,
      "only https://host or https://host:port, because the app cannot run below a path",
    )
    .optional(),
  DEV_MAILBOX: z.enum(["on", "off"]).optional(),
  /** The key in links to the local mailbox and the demo; random at each start by default. */
  LOCAL_PAGES_KEY: z
    .string()
    .regex(/^[\w-]{16,}$/, "16 or more letters and digits")
    .optional(),
  /** Whether requests that send an e-mail or create an account require a proof of work. */
  CAPTCHA: z.enum(["on", "off"]).default("on"),
  /** Whether users may choose very common passwords that meet the rules. */
  COMMON_PASSWORDS: z.enum(["accepted", "refused"]).default("accepted"),
  /** Folder for scheduled backups; none are made without it. */
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY_H: integer(1, 168, 24),
  BACKUP_KEEP_DAYS: integer(1, 3650, 14),
  /** Folder for the write-ahead log and weekly copies of the embedded database. */
  WAL_ARCHIVE_DIR: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional(),
  /** Public keys that backups are encrypted for, in the age format, separated by spaces. */
  BACKUP_RECIPIENTS: z
    .string()
    .default("")
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .refine(
      (recipients) => recipients.every(isRecipient),
      "public keys of age, such as age1…, separated by spaces",
    ),
  ...smsSettings,
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Collector of traces, and the share of requests that are traced. The names are those of OpenTelemetry. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER_ARG: decimal(0, 1, 1),
  TRUST_PROXY: z.string().min(1).optional(),
  /** Factor for all rate limits; more than 1 for a community behind few addresses. */
  RATE_LIMIT_FACTOR: decimal(0.01, 1000, 1),
  /** Maximum number of open connections per process; further ones are refused. */
  MAX_CONNECTIONS: integer(10, 1_000_000, 20_000),
  /**
   * Seconds that a stopping server keeps serving while `/health/ready` returns 503, so that a load balancer notices.
   */
  DRAIN_S: integer(0, 300, 0),
  /** Clock difference (s) between server and database above which scheduled work pauses. */
  MAX_CLOCK_SKEW_S: integer(1, 100_000_000, 60),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  LEGAL_UPDATED: z.string().min(1).max(60).default("January 2025"),
  /** Whether members may create keys with which programs act for them. */
  API_KEYS: z.enum(["on", "off"]).default("off"),
  /** Receivers of webhooks on this machine or in its private network, as origins separated by spaces. */
  WEBHOOK_LOCAL_RECEIVERS: localOrigins(),
  /** Servers on this machine or in its private network that trip updates are read from; all others must be public. */
  LOCAL_SOURCES: localOrigins(),
  /** Websites that may embed the search form, as origins separated by spaces. */
  WIDGET_ORIGINS: z
    .string()
    .regex(
      /^(?:https?:\/\/[\w.-]+(?::\d+)?\s*)+$/,
      "origins such as https://www.example.edu, separated by spaces",
    )
    .transform((text) => text.trim().split(/\s+/))
    .optional(),
  /** A folder with the operator's own texts for the legal pages. */
  LEGAL_DIR: z.string().min(1).optional(),
  /** A custom map: kind and address or path, such as `pmtiles:https://tiles.example.org/europe.pmtiles`. */
  BASEMAP: z
    .string()
    .regex(
      /^(?:pmtiles|style|raster):(?:https?:\/\/[\w.:-]+)?\/[^\s"'<>;,]*$/,
      "such as style:https://maps.example.org/style.json",
    )
    .refine(
      (map) =>
        !map.startsWith("raster:") ||
        ["{z}", "{x}", "{y}"].every((placeholder) => map.includes(placeholder)),
      {
        message: "the address must contain {z}, {x} and {y}",
      },
    )
    .optional(),
  /** Attribution of the custom map; nearly all map licences require it. */
  BASEMAP_CREDIT: z.string().min(1).max(200).default("© OpenStreetMap contributors"),
  /** Further origins from which a style loads tiles, fonts or icons, separated by spaces. */
  BASEMAP_ORIGINS: z
    .string()
    .regex(
      /^(?:https?:\/\/[\w.-]+(?::\d+)?\s*)+$/,
      "origins such as https://tiles.example.org, separated by spaces",
    )
    .optional(),
  /** Geocoder for streets and house numbers, in addition to the built-in towns. */
  GEOCODER: upstreamService(["photon", "nominatim"], "photon:https://photon.example.org"),
  /** Cost of driving a kilometre in countries where it differs from the community's. */
  COSTS_PER_KM: CostsPerKm,
  /** CO₂ emissions per person and kilometre by car, in grams; docs/operate.md names the source. */
  CO2_G_PER_KM: decimal(0, 1000, 143),
  /** Maximum contribution per seat, as a multiple of an even share of the costs. */
  CONTRIBUTION_CEILING: decimal(1, 2, 1.15),

  DRIVING_FACTOR: decimal(1, 3, ROAD_FACTOR),
  DRIVING_TIME_FACTOR: decimal(0.5, 3, 1),
  WALKING_FACTOR: decimal(1, 3, 1.2),
  WALKING_M_PER_S: decimal(0.3, 3, 1.3),
  MATCH_MIN_DISTANCE_M: integer(0, 50_000, 2000),
  MATCH_TIME_WEIGHT: decimal(0, 10, 1),
  REQUEST_EXPIRES_S: integer(300, 7 * 86_400, 3 * 3600),
  REQUEST_EXPIRES_BEFORE_DEPARTURE_S: integer(0, 86_400, 30 * 60),
  /** Larger changes of departure (s) or stops (m) ask all passengers to confirm again, within the third value (s). */
  CONFIRM_DEPARTURE_S: integer(0, 86_400, 15 * 60),
  CONFIRM_END_M: integer(0, 100_000, 1000),
  CONFIRM_WITHIN_S: integer(300, 7 * 86_400, 86_400),
  /** Seconds for which a seat that becomes available is reserved for the next user in the standby queue. */
  STANDBY_RESERVATION_S: integer(300, 7 * 86_400, 3600),
  COMPLETE_AFTER_FRACTION: decimal(0.1, 2, 0.8),
  /** Days ahead for which rides of a series are created. */
  SERIES_AHEAD_DAYS: integer(1, 365, 28),
  PLACE_ROUNDING_M: integer(0, 10_000, 500),
  /** Size of the grid squares (m) in which strangers see active drivers. */
  DRIVER_ROUNDING_M: integer(0, 10_000, 500),
  /** Seconds without a position update after which an active driver is removed from the map. */
  DRIVER_TIMEOUT_S: integer(60, 86_400, 600),
  EVENT_RETENTION_DAYS: integer(1, 365, 7),
  /** Days for which an account counts as new, and the number of strangers it may then contact per day. */
  NEW_ACCOUNT_DAYS: integer(0, 365, 7),
  NEW_ACCOUNT_CONTACTS_PER_DAY: integer(1, 1000, 10),
  /**
   * Days after a ride in which its members can rate each other, and for which a rating stays hidden from the other
   * side; 0 hides none.
   */
  RATING_OPEN_DAYS: integer(1, 365, 14),
  RATING_BLIND_DAYS: integer(0, 365, 14),
  /** Prior of the mean rating, and its weight in ratings. */
  RATING_PRIOR_MEAN: decimal(1, 5, 4),
  RATING_PRIOR_WEIGHT: integer(0, 1000, 5),
  /** Hours before the departure from which a cancellation is late. */
  LATE_CANCELLATION_H: integer(0, 720, 24),
  /** Hours before the departure from which it counts twice. */
  LAST_MINUTE_CANCELLATION_H: integer(0, 720, 3),
  /** Hours after the arrival in which a no-show can be reported, and then disputed. */
  DISPUTE_WINDOW_H: integer(0, 720, 24),
  /** Hours after the arrival for which members of a ride can see shared phone numbers. */
  PHONE_VISIBLE_AFTER_H: integer(0, 8760, 24),
  /** Hours after the arrival for which members of a ride can write to each other. */
  CHAT_OPEN_AFTER_H: integer(0, 8760, 48),
  /** Seconds after which a user is notified of an unread message; an e-mail follows after NOTIFICATION_EMAIL_AFTER_S. */
  CHAT_NOTIFICATION_AFTER_S: integer(0, 86_400, 20),
  /** Seconds after the estimated arrival when a link to follow a trip expires. */
  SHARE_LINK_ENDS_AFTER_S: integer(0, 86_400, 2 * 3600),
  /**
   * Seconds after the estimated arrival when a user with trusted contacts is asked whether they arrived, and then until
   * the contacts are notified.
   */
  ARRIVAL_ASK_AFTER_S: integer(60, 86_400, 1800),
  ARRIVAL_ALERT_AFTER_S: integer(60, 86_400, 1800),
  /** Days between a deletion request and the deletion; signing in cancels it. */
  DELETION_GRACE_DAYS: integer(1, 365, 14),
  /** Days of inactivity after which an account is deleted, and days of notice before; 0 deletes none. */
  DORMANT_AFTER_DAYS: integer(0, 36_500, 730),
  DORMANT_GRACE_DAYS: integer(7, 365, 30),
  /** Days for which a finished data export can be downloaded. */
  EXPORT_RETENTION_DAYS: integer(1, 90, 7),
  /** Days after the last message when a conversation is deleted; 0 keeps it. */
  MESSAGE_RETENTION_DAYS: integer(0, 36_500, 730),
  /** Days after which security events and closed reports are deleted. */
  ACCOUNT_EVENT_RETENTION_DAYS: integer(1, 3650, 180),
  REPORT_RETENTION_DAYS: integer(30, 36_500, 730),
  NOTIFICATION_RETENTION_DAYS: integer(1, 3650, 90),
  /** Seconds for which moderators can undo an action; what cannot be taken back, such as e-mails, waits for that. */
  MODERATION_UNDO_S: integer(0, 86_400, 600),
  /** Seconds after which moderators get an e-mail about reports that are not urgent, together with those before. */
  REPORT_DIGEST_AFTER_S: integer(0, 86_400, 3600),
  /** Seconds without a delivery receipt of a push notification after which an e-mail follows. */
  NOTIFICATION_EMAIL_AFTER_S: integer(0, 86_400, 600),
  /** Minimum seconds between two e-mails to one user; notifications in between are combined. */
  NOTIFICATION_EMAIL_INTERVAL_S: integer(0, 86_400, 900),
});

/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...Object.values(COMMUNITY_VARIABLES).map(({ variable }) => variable),
];

export interface Settings extends z.output<typeof Environment> {
  /** Settings of the community that the environment fixes; `ctx.community` has all of them. */
  readonly fixedCommunity: Partial<CommunityValues>;
}

/**
 * Parses the settings; throws one error that lists every invalid setting and the expected value. A blank value counts
 * as unset.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const nonBlank = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim()),
  );
  const result = Environment.safeParse(nonBlank);
  const fixedValues = readFixedValues(nonBlank);
  const problems = [...fixedValues.problems, ...findSmsProblems(nonBlank)];
  if (result.success && problems.length === 0)
    return {
      ...result.data,
      fixedCommunity: fixedValues.fixed,
    };
  const issues = result.error?.issues ?? [];
  const lines = [
    ...issues.map(({ path, message }) => `${path.join(".")}: ${message}`),
    ...problems,
  ];
  throw new Error(`Invalid settings: ${lines.join("; ")}`);
}
