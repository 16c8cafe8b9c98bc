import type { SignInProviderSummary } from "@commonlane/contract/community";
import { sql } from "kysely";
import type { Db } from "../db/database.ts";

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
