import { readFileSync } from "node:fs";
import {
  type CommunitySettings,
  MAIL_CERTIFICATES_MAX_LENGTH,
  settingSchemas,
} from "@commonlane/contract/community-settings";
import { plainNumbers } from "@commonlane/contract/plain-numbers";
import { z } from "zod";
import { hasReadableCertificates } from "../mail/certificates.ts";
import { readSmtpUrl } from "../mail/smtp-url.ts";

/** Settings of the community, as the server uses them. */
export interface CommunityValues extends CommunitySettings {
  /** The mail server with its password; null if e-mails go to the local mailbox. */
  readonly smtpUrl: string | null;
  /** Certificates that the mail server may have besides those of public authorities, as PEM. */
  readonly mailCertificates: string | null;
}

export const DEFAULT_VALUES: CommunityValues = {
  name: "Commonlane",
  language: "en",
  supportEmail: "support@example.org",
  socialUrl: "https://example.org/commonlane",
  region: null,
  currency: "EUR",
  costPerKmMinor: 30,
  publicRides: "link",
  rideListing: null,
  requireSecondFactor: "none",
  legalEntity: null,
  mailFrom: "Commonlane <no-reply@localhost>",
  brandColor: null,
  footerLinks: [],
  sourceUrl: null,
  smtpUrl: null,
  mailCertificates: null,
};

const SmtpUrl = z.nullable(z.url({ protocol: /^smtps?$/ }));
const Certificates = z.nullable(
  z.string().max(MAIL_CERTIFICATES_MAX_LENGTH).refine(hasReadableCertificates),
);

/** What a stored or fixed value must look like. */
export const valueSchemas: {
  readonly [Name in keyof CommunityValues]: z.core.$ZodType<CommunityValues[Name]>;
} = {
  ...settingSchemas,
  smtpUrl: SmtpUrl,
  mailCertificates: Certificates,
};
const isValueName = (name: string): name is keyof CommunityValues =>
  Object.hasOwn(DEFAULT_VALUES, name);
export const valueNames: readonly (keyof CommunityValues)[] =
  Object.keys(DEFAULT_VALUES).filter(isValueName);

/** The environment variables that fix a setting of the community, and how to read their text. */
export const COMMUNITY_VARIABLES: {
  readonly [Name in keyof CommunityValues]: {
    readonly variable: string;
    readonly read: (text: string) => unknown;
  };
} = {
  name: { variable: "COMMUNITY_NAME", read: String },
  language: { variable: "LANGUAGE", read: String },
  supportEmail: { variable: "SUPPORT_EMAIL", read: String },
  socialUrl: { variable: "SOCIAL_URL", read: String },
  region: { variable: "COMMUNITY_REGION", read: readRegion },
  currency: { variable: "CURRENCY", read: String },
  costPerKmMinor: {
    variable: "COST_PER_KM_MINOR",
    read: (text) => Number(plainNumbers(text)),
  },
  publicRides: { variable: "PUBLIC_RIDES", read: String },
  rideListing: { variable: "RIDE_LISTING", read: readRideListing },
  requireSecondFactor: {
    variable: "REQUIRE_SECOND_FACTOR",
    read: String,
  },
  legalEntity: {
    variable: "LEGAL_ENTITY",
    read: (text) => text.replaceAll(String.raw`\n`, "\n"),
  },
  mailFrom: { variable: "MAIL_FROM", read: String },
  brandColor: { variable: "BRAND_COLOR", read: String },
  footerLinks: { variable: "FOOTER_LINKS", read: readFooterLinks },
  sourceUrl: { variable: "SOURCE_URL", read: String },
  smtpUrl: { variable: "SMTP_URL", read: readSmtpUrl },
  mailCertificates: { variable: "SMTP_CERTIFICATES", read: readFile },
};

/** Lines such as `Student union https://union.example.edu`. */
function readFooterLinks(text: string): unknown {
  const lines = text
    .replaceAll(String.raw`\n`, "\n")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const words = line.trim().split(/\s+/);
    return {
      label: words.slice(0, -1).join(" "),
      url: words.at(-1),
      labels: {},
    };
  });
}

/** Such as `uniexample 1551 CC-BY-4.0`; the last two can be left out. */
function readRideListing(text: string): unknown {
  const [agencyId, routeType = "1551", licence = "CC-BY-4.0"] = text.trim().split(/\s+/);
  return {
    agencyId,
    routeType,
    licence,
  };
}

/** The text of a file, or "" if it cannot be read. */
function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** A circle, as `lat,lng,radius in km`. */
function readRegion(text: string): unknown {
  const [lat, lng, radiusKm, ...others] = plainNumbers(text)
    .split(",")
    .map((part) => (part.trim() === "" ? NaN : Number(part)));
  return others.length > 0
    ? text
    : {
        lat,
        lng,
        radiusKm,
      };
}
const EXPECTED: Partial<Record<keyof CommunityValues, string>> = {
  region: "such as 47.9959,7.8522,40",
  smtpUrl:
    "such as smtp://user:password@mail.example.org:587 or smtps://user:password@mail.example.org:465",
  rideListing: "such as uniexample 1551 CC-BY-4.0",
  mailCertificates: "the path of a file with certificates in PEM format",
  footerLinks: "a line for each link, such as: Student union https://union.example.edu",
};

/** The settings that the environment fixes; `problems` has a line for each that is not valid. */
export function readFixedValues(environment: Readonly<Record<string, string | undefined>>): {
  readonly fixed: Partial<CommunityValues>;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const entries = valueNames.flatMap((name) => {
    const { variable, read } = COMMUNITY_VARIABLES[name];
    const text = environment[variable];
    if (text === undefined) return [];
    const value = z.safeParse(valueSchemas[name], read(text));
    if (value.success) return [[name, value.data] as const];
    problems.push(
      `${variable}: ${EXPECTED[name] ?? value.error.issues[0]?.message ?? "not valid"}`,
    );
    return [];
  });
  return {
    fixed: Object.fromEntries(entries),
    problems,
  };
}
