import { z } from "zod";
import { CostsPerKm } from "./cost-per-km.ts";

const integer = (min: number, max: number, defaultValue: number) =>
  z.coerce.number().int().min(min).max(max).default(defaultValue);
const decimal = (min: number, max: number, defaultValue: number) =>
  z.coerce.number().min(min).max(max).default(defaultValue);

/** A service on another machine, as `kind:address`. */
const upstreamService = <Kind extends string>(kinds: readonly Kind[], example: string) =>
  z
    .string()
    .regex(new RegExp(`^(${kinds.join("|")}):https?://[^\\s?#]+$`), `such as ${example}`)
    .transform((text) => {
      const kind = kinds.find((kind) => text.startsWith(`${kind}:`));
      if (kind === undefined) throw new Error(`None of ${kinds.join(", ")}.`);
      return { kind, url: text.slice(kind.length + 1) };
    })
    .optional();

/** A part of the world, as `lat,lng,radius in km`. */
const Region = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?,\d+(?:\.\d+)?$/, "such as 47.9959,7.8522,40")
  .transform((text) => {
    const [lat = 0, lng = 0, radiusKm = 0] = text.split(",").map(Number);
    return { lat, lng, radiusKm };
  })
  .refine(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180, { message: "there is no such position" })
  .refine(({ radiusKm }) => radiusKm >= 1 && radiusKm <= 5000, { message: "the radius is 1 to 5000 km" })
  .optional();

/** Scheme, host and port alone. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && `${url.origin}/` === url.href;
}

/** Everything an operator can set, by environment only; all optional (docs/operate.md; the numbers with ⚙ in docs/domain.md). */
const Environment = z.object({
  PORT: integer(0, 65_535, 3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Carries positions between processes; PostgreSQL does without it. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default("Commonlane <no-reply@localhost>"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, "only https://host or https://host:port, because the app cannot run below a path")
    .optional(),
  DEV_MAILBOX: z.enum(["on", "off"]).optional(),
  /** The key in the links of the local mailbox and the demo; drawn at each start unless set. */
  LOCAL_PAGES_KEY: z
    .string()
    .regex(/^[\w-]{16,}$/, "16 or more letters and digits")
    .optional(),
  /** Whether calls that send mail or make an account want a proof of work. */
  CAPTCHA: z.enum(["on", "off"]).default("on"),
  /** Whether a password that meets the rules, and that everybody tries first, may be chosen. */
  COMMON_PASSWORDS: z.enum(["accepted", "refused"]).default("accepted"),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUST_PROXY: z.string().min(1).optional(),
  /** Widens or narrows every rate limit; more than 1 for a community that comes from few addresses. */
  RATE_LIMIT_FACTOR: decimal(0.01, 1000, 1),
  /** Open connections of one process; more are refused. */
  MAX_CONNECTIONS: integer(10, 1_000_000, 20_000),
  /** Seconds for which a stopping server still serves while `/health/ready` says 503, so that a balancer notices. */
  DRAIN_S: integer(0, 300, 0),
  /** Time-driven work pauses while the clocks of server and database differ by more seconds. */
  MAX_CLOCK_SKEW_S: integer(1, 100_000_000, 60),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  COMMUNITY_NAME: z.string().min(1).max(60).default("Commonlane"),
  SUPPORT_EMAIL: z.email().default("support@example.org"),
  /** Where the community is at home, and how far it reaches; maps begin there, and names of places are looked for near it. */
  COMMUNITY_REGION: Region,
  SOCIAL_URL: z.url({ protocol: /^https?$/ }).default("https://example.org/commonlane"),
  LEGAL_UPDATED: z.string().min(1).max(60).default("January 2025"),
  /** A folder with texts of the operator's own for the legal pages. */
  LEGAL_DIR: z.string().min(1).optional(),
  /** A map of the operator's own: a kind and an address or path, such as `pmtiles:https://tiles.example.org/europe.pmtiles`. */
  BASEMAP: z
    .string()
    .regex(
      /^(?:pmtiles|style|raster):(?:https?:\/\/[\w.:-]+)?\/[^\s"'<>;,]*$/,
      "such as style:https://maps.example.org/style.json",
    )
    .refine((map) => !map.startsWith("raster:") || ["{z}", "{x}", "{y}"].every((part) => map.includes(part)), {
      message: "pictures are asked for by {z}, {x} and {y}",
    })
    .optional(),
  /** Whose data that map is; the licences of nearly all of them want it said. */
  BASEMAP_CREDIT: z.string().min(1).max(200).default("© OpenStreetMap contributors"),
  /** Further origins that a style takes tiles, letters or signs from, separated by spaces. */
  BASEMAP_ORIGINS: z
    .string()
    .regex(/^(?:https?:\/\/[\w.-]+(?::\d+)?\s*)+$/, "origins like https://tiles.example.org, separated by spaces")
    .optional(),
  /** Who knows streets and houses besides the towns of our own. */
  GEOCODER: upstreamService(["photon", "nominatim"], "photon:https://photon.example.org"),
  /** Who knows roads; without it distances and times are reckoned. */
  ROUTER: upstreamService(["osrm", "valhalla"], "osrm:https://router.example.org"),
  /** What a kilometre of driving costs, in the currency's smallest unit, and where it is not that. */
  COST_PER_KM_MINOR: integer(0, 100_000, 30),
  COSTS_PER_KM: CostsPerKm,
  /** What going by car emits for each person and kilometre, in grams of CO₂; see docs/operate.md for where it comes from. */
  CO2_G_PER_KM: decimal(0, 1000, 143),
  /** How much more than an even share of the costs a host may ask for a seat. */
  CONTRIBUTION_CEILING: decimal(1, 2, 1.15),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "a currency has three capital letters, like EUR")
    .default("EUR"),

  DRIVING_FACTOR: decimal(1, 3, 1.3),
  DRIVING_M_PER_S: decimal(1, 60, 20),
  WALKING_FACTOR: decimal(1, 3, 1.2),
  WALKING_M_PER_S: decimal(0.3, 3, 1.3),
  MATCH_MIN_DISTANCE_M: integer(0, 50_000, 2000),
  MATCH_TIME_WEIGHT: decimal(0, 10, 1),
  REQUEST_EXPIRES_S: integer(300, 7 * 86_400, 3 * 3600),
  REQUEST_EXPIRES_BEFORE_DEPARTURE_S: integer(0, 86_400, 30 * 60),
  /** A change of more than this asks every passenger to confirm again, for at most so long. */
  CONFIRM_DEPARTURE_S: integer(0, 86_400, 15 * 60),
  CONFIRM_END_M: integer(0, 100_000, 1000),
  CONFIRM_WITHIN_S: integer(300, 7 * 86_400, 86_400),
  /** A seat that came back is held so long for who waited in line. */
  STANDBY_RESERVATION_S: integer(300, 7 * 86_400, 3600),
  COMPLETE_AFTER_FRACTION: decimal(0.1, 2, 0.8),
  /** How far ahead the days of recurring rides are on offer. */
  SERIES_AHEAD_DAYS: integer(1, 365, 28),
  PLACE_ROUNDING_M: integer(0, 10_000, 500),
  /** The side of the squares in which strangers are shown active drivers. */
  DRIVER_ROUNDING_M: integer(0, 10_000, 500),
  /** Whoever says for so long not where they are is off the map. */
  DRIVER_TIMEOUT_S: integer(60, 86_400, 600),
  EVENT_RETENTION_DAYS: integer(1, 365, 7),
  /** An account counts as new for so long, and writes to no more people than that with whom no seat was agreed. */
  NEW_ACCOUNT_DAYS: integer(0, 365, 7),
  NEW_ACCOUNT_CONTACTS_PER_DAY: integer(1, 1000, 10),
  /** For so long after a ride those who shared it can rate each other, and so long a rating is hidden from the other; 0 hides none. */
  RATING_OPEN_DAYS: integer(1, 365, 14),
  RATING_BLIND_DAYS: integer(0, 365, 14),
  /** What a mean is drawn towards, and how many ratings that is worth. */
  RATING_PRIOR_MEAN: decimal(1, 5, 4),
  RATING_PRIOR_WEIGHT: integer(0, 1000, 5),
  /** Within so many hours of the departure a cancellation is late. */
  LATE_CANCELLATION_H: integer(0, 720, 24),
  /** Within so many it weighs twice. */
  LAST_MINUTE_CANCELLATION_H: integer(0, 720, 3),
  /** For so long after the arrival it can be said that two did not travel, and then be answered. */
  DISPUTE_WINDOW_H: integer(0, 720, 24),
  /** Whoever shares a phone number with those they travel with shares it for so long after the arrival. */
  PHONE_VISIBLE_AFTER_H: integer(0, 8760, 24),
  /** Those who rode together can write to each other for so long after the arrival. */
  CHAT_OPEN_AFTER_H: integer(0, 8760, 48),
  /** A message that is unread for so long is told to who does not look; a letter follows after NOTIFICATION_EMAIL_AFTER_S. */
  CHAT_NOTIFICATION_AFTER_S: integer(0, 86_400, 20),
  /** So long after the expected arrival a link to follow a ride ends by itself. */
  SHARE_LINK_ENDS_AFTER_S: integer(0, 86_400, 2 * 3600),
  /** So long after it somebody with trusted contacts is asked whether they arrived, and so long after that those are told. */
  ARRIVAL_ASK_AFTER_S: integer(60, 86_400, 1800),
  ARRIVAL_ALERT_AFTER_S: integer(60, 86_400, 1800),
  /** An account is deleted so long after its owner asked for it; until then signing in keeps it. */
  DELETION_GRACE_DAYS: integer(1, 365, 14),
  /** An account that nobody used for so long is deleted, that long after its owner was told; 0 deletes none. */
  DORMANT_AFTER_DAYS: integer(0, 36_500, 730),
  DORMANT_GRACE_DAYS: integer(7, 365, 30),
  /** How long an export of somebody's own data can be fetched. */
  EXPORT_RETENTION_DAYS: integer(1, 90, 7),
  /** What people wrote to each other is forgotten so long after the conversation fell silent; 0 keeps it. */
  MESSAGE_RETENTION_DAYS: integer(0, 36_500, 730),
  /** What happened to accounts, and reports that were settled, is forgotten after so long. */
  ACCOUNT_EVENT_RETENTION_DAYS: integer(1, 3650, 180),
  REPORT_RETENTION_DAYS: integer(30, 36_500, 730),
  NOTIFICATION_RETENTION_DAYS: integer(1, 3650, 90),
  /** How long a push may stay without a sign of its arrival before a letter follows. */
  NOTIFICATION_EMAIL_AFTER_S: integer(0, 86_400, 600),
  /** Letters to one person are this far apart; what happens in between is gathered. */
  NOTIFICATION_EMAIL_INTERVAL_S: integer(0, 86_400, 900),
});
/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);
export type Settings = z.output<typeof Environment>;

/** Reads settings; throws one Error whose message names each wrong setting and what it should be. A blank counts as unset. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const result = Environment.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`Some settings cannot be used. ${lines.join("; ")}`);
}
