import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { IMPORTED_DATA_DAYS } from "@commonlane/contract/limits";
import type { MemberImportReport, MemberImportStatus } from "@commonlane/contract/member-imports";
import { recordTeamAction } from "#modules/moderation/index.ts";
import { isArchive, unpackArchive } from "#platform/csv/read-table.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { lockName } from "#platform/db/locks.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  countClosed,
  deleteWaiting,
  findStatus,
  requestInvitations,
  saveMembers,
} from "./member-imports.store.ts";
import type { MemberFiles, ReadMember } from "./read-members.ts";

interface ImportOptions {
  /** Where the data come from. */
  readonly platform: string;
  /** Only says what an import would do. */
  readonly isCheck: boolean;
  /** The administrator; undefined for the operator's command. */
  readonly byUid?: string | undefined;
}

/**
 * Stores people of another platform until they sign up and take over their data: all of them, or none if any row has a
 * mistake. The same file again changes nothing. @throws Problem as `readMembers`
 */
export async function importMembers(
  ctx: Context,
  files: MemberFiles,
  { platform, isCheck, byUid }: ImportOptions,
): Promise<MemberImportReport> {
  const { readMembers } = await import("./read-members.ts");
  const { members, ...counts } = readMembers(files, ctx.community.currency);
  const isImported = !isCheck && counts.mistakeCount === 0;

  return transaction(ctx, async (ctx) => {
    await lockName(ctx, "member-imports");
    const closed = await countClosed(ctx, members);
    if (isImported) await save(ctx, members, platform);
    const report = {
      ...counts,
      isImported,
      closed,
    };
    if (byUid !== undefined) {
      const { people, vehicles, series, mistakeCount } = report;
      await recordTeamAction(ctx, byUid, {
        call: `memberImports.${isCheck ? "check" : "import"}`,
        details: {
          platform,
          people,
          vehicles,
          series,
          mistakeCount,
          isImported,
        },
      });
    }
    return report;
  });
}

async function save(
  ctx: InTransaction,
  members: readonly ReadMember[],
  platform: string,
): Promise<void> {
  const staged = members.map((member) => ({
    ...member,
    series: member.series.map((series) => ({
      ...series,
      id: randomUUID(),
    })),
  }));
  const expiresAt = new Date(ctx.now().getTime() + IMPORTED_DATA_DAYS * DAY_MS);
  await saveMembers(ctx, staged, {
    platform,
    expiresAt,
  });
}

const UNPACKED_MAX_BYTES = 20_000_000;
const FILE_NAME = /(?:^|\/)(people|vehicles|series)\.csv$/;

/** The files of an archive; any other file is that of people. @throws Problem import_file_unreadable or import_file_unknown */
export function unpackMemberFiles(bytes: Uint8Array): MemberFiles {
  if (!isArchive(bytes)) return { people: bytes };
  const unpacked = unpackArchive(bytes, FILE_NAME, UNPACKED_MAX_BYTES);
  const entries = Object.entries(unpacked).map(([name, content]) => [
    FILE_NAME.exec(name)?.[1],
    content,
  ]);
  const { people, ...others }: Partial<MemberFiles> = Object.fromEntries(entries);
  if (!people) throw new Problem("import_file_unknown");
  return { people, ...others };
}

export async function getImportStatus(ctx: Context): Promise<MemberImportStatus> {
  const { first_expires_at, ...counts } = await findStatus(ctx);
  return {
    ...counts,
    firstExpiresAt: first_expires_at?.toISOString() ?? null,
  };
}

/** A sweep sends them, a few a minute. */
export async function inviteMembers(ctx: Context): Promise<MemberImportStatus> {
  await requestInvitations(ctx);
  return getImportStatus(ctx);
}

export async function removeWaitingMembers(ctx: Context): Promise<{ success: boolean }> {
  await deleteWaiting(ctx);
  return { success: true };
}
