import * as z from "zod/mini";
import { EmailAddress } from "./email-address.ts";
import { LANGUAGES } from "./languages.ts";
import { translatable } from "./message.ts";
import { filledText, Lat, Lng } from "./shapes.ts";

/*
 * Settings of the community, made by administrators or fixed by the operator's environment. The same rules apply to
 * both. Kept out of community.ts, which every page reads and which is free of schemas.
 */

export const COMMUNITY_NAME_MAX_LENGTH = 60;
export const LEGAL_ENTITY_MAX_LENGTH = 500;

const filled = (max: number) => filledText(max);

/** Centre and radius: maps start there, and place searches prefer it. */
export const CommunityRegion = z.object({
  lat: Lat,
  lng: Lng,
  radiusKm: z
    .number()
    .check(
      z.gte(1, translatable("The radius must be 1 to 5000 km.")),
      z.lte(5000, translatable("The radius must be 1 to 5000 km.")),
    ),
});
export type CommunityRegion = z.infer<typeof CommunityRegion>;

/** `Name <address>`, or an address only. */
const MailSender = z
  .string()
  .check(
    z.trim(),
    z.maxLength(200),
    z.regex(
      /^(?:[^<>"\p{Cc}]*<[^\s<>@,;"]+@[^\s<>@,;"]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/u,
      translatable("Enter an address, or a name and an address: Our rides <rides@example.org>"),
    ),
  );

export const FOOTER_LINKS_MAX = 8;
export const FOOTER_LABEL_MAX_LENGTH = 40;

const HttpsUrl = z
  .url({
    protocol: /^https$/,
    error: translatable("Enter an address that starts with https://."),
  })
  .check(z.maxLength(500));

/** A link of the community's own in the footer, with other words in some languages. */
export const OwnFooterLink = z.object({
  url: HttpsUrl,
  label: filled(FOOTER_LABEL_MAX_LENGTH),
  labels: z.partialRecord(z.enum(LANGUAGES), filled(FOOTER_LABEL_MAX_LENGTH)),
});
export type OwnFooterLink = z.infer<typeof OwnFooterLink>;

export const BrandColor = z
  .string()
  .check(
    z.regex(/^#[\da-f]{6}$/i, translatable("Enter a colour such as #1d4ed8.")),
    z.toLowerCase(),
  );

/** Licences under which rides can be offered; receivers may not take data without one. */
export const DATA_LICENCES = [
  "CC0-1.0",
  "CC-BY-4.0",
  "DL-DE-BY-2.0",
  "ODbL-1.0",
  "etalab-2.0",
] as const;
export const DataLicence = z.enum(DATA_LICENCES);
export type DataLicence = z.infer<typeof DataLicence>;

/** What feeds of rides say about this community. */
export const RideListing = z.object({
  /** Short name of the community in feeds. Receivers use it as a key, so it should never change. */
  agencyId: z
    .string()
    .check(z.regex(/^[A-Za-z0-9]{1,20}$/, translatable("Use 1 to 20 letters and digits."))),
  /** GTFS route type: 1551 is understood by most planners, 1550 is asked for in France. */
  routeType: z.enum(["1551", "1550"]),
  licence: DataLicence,
});
export type RideListing = z.infer<typeof RideListing>;

export const settingSchemas = {
  name: filled(COMMUNITY_NAME_MAX_LENGTH),
  /** Of people whose account and browser prefer none of the product's. */
  language: z.enum(LANGUAGES),
  supportEmail: EmailAddress,
  /** Link in the footer to a page of the community elsewhere; null for none. */
  socialUrl: z.nullable(
    z
      .url({
        protocol: /^https?$/,
        error: translatable("Enter an address that starts with https://."),
      })
      .check(z.maxLength(500)),
  ),
  region: z.nullable(CommunityRegion),
  /** ISO 4217. */
  currency: z
    .string()
    .check(
      z.regex(/^[A-Z]{3}$/, translatable("A currency has three capital letters, such as EUR.")),
    ),
  /** Cost of driving a kilometre, in the currency's smallest unit. */
  costPerKmMinor: z.int().check(z.gte(0), z.lte(100_000)),
  /** Whether hosts may open rides to anybody with the link, and whether search engines may list those. */
  publicRides: z.enum(["off", "link", "indexed"]),
  /**
   * How rides whose hosts agree are shown by journey planners and neighbouring communities; null if they are not. Needs
   * public rides.
   */
  rideListing: z.nullable(RideListing),
  /** Whether moderators and administrators need a second factor. */
  requireSecondFactor: z.enum(["none", "team"]),
  /** Name and address of the body that runs the service. */
  legalEntity: z.nullable(filled(LEGAL_ENTITY_MAX_LENGTH)),
  /** Sender of all e-mails. */
  mailFrom: MailSender,
  /** Main colour of the interface, from which readable shades are derived; null for the product's own. */
  brandColor: z.nullable(BrandColor),
  footerLinks: z
    .array(OwnFooterLink)
    .check(
      z.maxLength(FOOTER_LINKS_MAX, translatable("The footer has room for 8 links of your own.")),
    ),
  /** Where the operator publishes the source code of what runs; null for the page that offers it. */
  sourceUrl: z.nullable(HttpsUrl),
} as const;

/** Settings that an administrator can read and change as they are; the mail server has a form of its own. */
export const CommunitySettings = z.object(settingSchemas);
export type CommunitySettings = z.infer<typeof CommunitySettings>;

/** How to encrypt the connection to a mail server: from the first byte, by STARTTLS, or only if the server offers it. */
export const MailSecurity = z.enum(["tls", "starttls", "optional"]);
export type MailSecurity = z.infer<typeof MailSecurity>;

/** The mail server as administrators see it. Its password is never returned. */
export const MailServer = z.object({
  host: z
    .string()
    .check(
      z.trim(),
      z.maxLength(253),
      z.regex(
        /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])$/i,
        translatable("Enter a host name such as smtp.example.org."),
      ),
    ),
  port: z
    .int()
    .check(
      z.gte(1, translatable("A port is 1 to 65535.")),
      z.lte(65_535, translatable("A port is 1 to 65535.")),
    ),
  security: MailSecurity,
  user: z.nullable(z.string().check(z.minLength(1), z.maxLength(254))),
});
export type MailServer = z.infer<typeof MailServer>;

export const NewMailServer = z.extend(MailServer, {
  password: z.nullable(z.string().check(z.maxLength(500))),
});
export type NewMailServer = z.infer<typeof NewMailServer>;

/** Room for a few certificates, of which one has about 2,000 characters. */
export const MAIL_CERTIFICATES_MAX_LENGTH = 20_000;

/** Certificates in PEM format that the mail server may have besides those of public authorities; null for none. */
export const MailCertificates = z.nullable(
  z.string().check(z.maxLength(MAIL_CERTIFICATES_MAX_LENGTH)),
);

/** A certificate of a mail server, for comparing it before it is trusted. */
export const MailCertificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.iso.datetime(),
  validTo: z.iso.datetime(),
  /** SHA-256, as `openssl x509 -fingerprint -sha256` prints it. */
  fingerprint: z.string(),
  pem: z.string(),
});
export type MailCertificate = z.infer<typeof MailCertificate>;

export type SettingName = keyof CommunitySettings | "mailServer" | "mailCertificates";
export const SettingName = z.enum([
  "name",
  "language",
  "supportEmail",
  "socialUrl",
  "region",
  "currency",
  "costPerKmMinor",
  "publicRides",
  "rideListing",
  "requireSecondFactor",
  "legalEntity",
  "mailFrom",
  "brandColor",
  "footerLinks",
  "sourceUrl",
  "mailServer",
  "mailCertificates",
]);
