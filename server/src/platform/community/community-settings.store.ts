import { z } from "zod";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { type CommunityValues, valueNames, valueSchemas } from "./community-values.ts";
import type {
  DataCredit,
  LegalPageName,
  SignInProviderSummary,
} from "@commonlane/contract/community";
import type { Language } from "@commonlane/contract/languages";
import { sql } from "kysely";

export const OPEN_TO_ALL: CommunityAccess = {
  inviteOnly: false,
  maintenance: null,
};

/** The stored settings. One that this release does not accept is left out, so that it has its default. */
export async function findStoredValues(db: Db, log: Log): Promise<Partial<CommunityValues>> {
  const rows = await db.selectFrom("community_setting").select(["name", "value"]).execute();
  const entries = rows.flatMap(({ name, value }) => {
    const known = valueNames.find((one) => one === name);
    const parsed = known && z.safeParse(valueSchemas[known], value);
    if (parsed?.success) return [[name, parsed.data] as const];
    log.warn(
      { setting: name },
      "a stored community setting is not valid for this release and is ignored",
    );
    return [];
  });
  return Object.fromEntries(entries);
}

/** Stores settings, inside `changeCommunity`. The whole context contains the community, so only a part is passed. */
export async function storeValues(
  {
    db,
    now,
  }: {
    readonly db: Db;
    readonly now: () => Date;
  },
  values: Partial<CommunityValues>,
): Promise<void> {
  const rows = Object.entries(values).map(([name, value]) => ({
    name,
    value: JSON.stringify(value),
    changed_at: now(),
  }));
  if (rows.length === 0) return;
  await db
    .insertInto("community_setting")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((row) => ({
        value: row.ref("excluded.value"),
        changed_at: row.ref("excluded.changed_at"),
      })),
    )
    .execute();
}

/** Who can come in at present. */
export interface CommunityAccess {
  /** New members need an invite code. */
  readonly inviteOnly: boolean;
  /** Why the service is closed for maintenance; null if it is open. */
  readonly maintenance: string | null;
}

export async function findAccess(db: Db): Promise<CommunityAccess> {
  const access = await db
    .selectFrom("community")
    .select(["invite_only as inviteOnly", "maintenance"])
    .executeTakeFirst();
  return access ?? OPEN_TO_ALL;
}

/** The enabled providers of sign-ins, as every page names them. */
export async function findProviderSummaries(db: Db): Promise<readonly SignInProviderSummary[]> {
  return db
    .selectFrom("sign_in_provider")
    .select(["id", "name", "email_domains as emailDomains"])
    .select(sql<boolean>`logo is not null`.as("hasLogo"))
    .where("enabled", "=", true)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** Publishers of imported meeting points, for the page "About". */
export function findMeetingPointCredits(db: Db): Promise<readonly DataCredit[]> {
  return db
    .selectFrom("meeting_point_source")
    .select(["name", "attribution", "licence"])
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** A legal text in force. */
interface PublishedText {
  readonly page: LegalPageName;
  readonly language: Language;
  readonly version: number;
  readonly body: string;
  readonly publishedAt: Date;
}

export interface PublishedTexts {
  readonly texts: readonly PublishedText[];
  /** The latest publication of each page that asked members to agree again, in any language. */
  readonly agreements: readonly Omit<PublishedText, "body">[];
}

export const NO_TEXTS: PublishedTexts = {
  texts: [],
  agreements: [],
};

/** The newest published version of each page and language; a withdrawn one does not bring back an earlier one. */
export async function findPublishedTexts(db: Db): Promise<PublishedTexts> {
  const published = await db
    .selectFrom("legal_text")
    .distinctOn(["page", "language"])
    .select(["page", "language", "version", "body", "published_at as publishedAt", "withdrawn_at"])
    .where("published_at", "is not", null)
    .orderBy("page")
    .orderBy("language")
    .orderBy("version", "desc")
    .$narrowType<{ publishedAt: Date }>()
    .execute();
  const agreements = await db
    .selectFrom("legal_text")
    .distinctOn("page")
    .select(["page", "language", "version", "published_at as publishedAt"])
    .where("agree_again", "=", true)
    .orderBy("page")
    .orderBy("published_at", "desc")
    .orderBy("language")
    .$narrowType<{ publishedAt: Date }>()
    .execute();
  const texts = published.flatMap(({ withdrawn_at, ...text }) =>
    withdrawn_at === null ? [text] : [],
  );
  return { texts, agreements };
}

/** The logo without its picture. */
export interface CommunityLogo {
  /** Changes with the picture. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

export async function findLogo(db: Db): Promise<CommunityLogo | null> {
  const row = await db
    .selectFrom("community_logo")
    .select(["hash", "width", "height"])
    .executeTakeFirst();
  return row ?? null;
}

/** The picture, if this logo is still in use. */
export async function findLogoPng(db: Db, hash: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("community_logo")
    .select("png")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row?.png;
}

export async function saveLogo(
  db: Db,
  logo: CommunityLogo & { readonly png: Buffer },
  at: Date,
): Promise<void> {
  const values = { ...logo, changed_at: at };
  await db
    .insertInto("community_logo")
    .values(values)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

export async function deleteLogo(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("community_logo").executeTakeFirst();
  return numDeletedRows > 0n;
}
