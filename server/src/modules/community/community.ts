import type {
  Announcement,
  Bulletin,
  CommunityRules,
  CommunityStatistics,
  Invite,
} from "@commonlane/contract/community-admin";
import { DAY_MS } from "@commonlane/contract/durations";
import { changeCommunity } from "#platform/community/change-community.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  type AnnouncementRow,
  countMembers,
  deleteAnnouncement,
  deleteInvite,
  findCurrentAnnouncements,
  findUsableInvites,
  findWeeklyStatistics,
  getRules,
  insertAnnouncement,
  insertInvite,
  type InviteRow,
  type RulesRow,
  setRules,
} from "./community.store.ts";
import { generateInviteCode } from "./joining.ts";

/** Maintenance mode takes effect in every process within this time: each one queries the database this often. */
const CHECK_INTERVAL_MS = 500;

const SHOWN_MAX = { announcements: 5, invites: 100 };

export async function getBulletin(ctx: Context): Promise<Bulletin> {
  const rules = await getRules(ctx);
  const rows = await findCurrentAnnouncements(ctx, SHOWN_MAX.announcements);
  return {
    maintenance: rules.maintenance,
    inviteOnly: rules.invite_only,
    announcements: rows.map(viewAnnouncement),
  };
}

export function createAnnouncement(
  ctx: Context,
  {
    text,
    endsAt,
  }: {
    text: string;
    endsAt?: string | null | undefined;
  },
) {
  return transaction(ctx, async (ctx) => {
    publishBulletinChange(ctx);
    return viewAnnouncement(
      await insertAnnouncement(ctx, {
        text,
        endsAt: endsAt ? new Date(endsAt) : null,
      }),
    );
  });
}

export function withdrawAnnouncement(ctx: Context, id: string) {
  return transaction(ctx, async (ctx) => {
    if (!(await deleteAnnouncement(ctx, id))) throw new Problem("not_found");
    publishBulletinChange(ctx);
    return { success: true };
  });
}

export async function getCommunityRules(ctx: Context): Promise<CommunityRules> {
  const { email_domains, invite_only, maintenance, event_creators, group_creators } =
    await getRules(ctx);
  return {
    emailDomains: email_domains,
    inviteOnly: invite_only,
    maintenance,
    eventCreators: event_creators,
    groupCreators: group_creators,
  };
}

interface RulesChange {
  readonly emailDomains?: string[] | undefined;
  readonly inviteOnly?: boolean | undefined;
  readonly maintenance?: string | null | undefined;
  readonly eventCreators?: RulesRow["event_creators"] | undefined;
  readonly groupCreators?: RulesRow["group_creators"] | undefined;
}

/** What pages say about it applies in this process before this returns, in the others soon afterwards. */
export async function changeRules(ctx: Context, change: RulesChange): Promise<CommunityRules> {
  const { emailDomains, inviteOnly, maintenance, eventCreators, groupCreators } = change;
  const changesAccess = inviteOnly !== undefined || maintenance !== undefined;
  return (changesAccess ? changeCommunity : transaction)(ctx, async (ctx) => {
    await setRules(ctx, {
      ...(emailDomains && { email_domains: [...new Set(emailDomains)] }),
      ...(inviteOnly !== undefined && { invite_only: inviteOnly }),
      ...(maintenance !== undefined && { maintenance }),
      ...(eventCreators && { event_creators: eventCreators }),
      ...(groupCreators && { group_creators: groupCreators }),
    });
    if (maintenance !== undefined) publishBulletinChange(ctx);
    return getCommunityRules(ctx);
  });
}

export async function listInvites(ctx: Context): Promise<{ items: Invite[] }> {
  return { items: (await findUsableInvites(ctx, SHOWN_MAX.invites)).map(viewInvite) };
}

export function createInvite(
  ctx: Context,
  {
    label,
    uses,
    days,
  }: {
    label: string;
    uses: number;
    days: number;
  },
) {
  const { code, codeHash } = generateInviteCode();
  return transaction(ctx, async (ctx) => {
    const expiresAt = new Date(ctx.now().getTime() + days * DAY_MS);
    return {
      ...viewInvite(
        await insertInvite(ctx, {
          codeHash,
          label,
          uses,
          expiresAt,
        }),
      ),
      code,
    };
  });
}

export function revokeInvite(ctx: Context, id: string) {
  return transaction(ctx, async (ctx) => {
    if (!(await deleteInvite(ctx, id))) throw new Problem("not_found");
    return { success: true };
  });
}

/** Makes open pages reload the bulletin. */
const publishBulletinChange = (ctx: InTransaction): void =>
  ctx.publish("bulletin", { type: "bulletin.changed" });

function viewAnnouncement({ id, text, created_at, ends_at }: AnnouncementRow): Announcement {
  return {
    id,
    text,
    createdAt: created_at.toISOString(),
    endsAt: ends_at?.toISOString() ?? null,
  };
}

function viewInvite({ id, label, uses_left, used, created_at, expires_at }: InviteRow): Invite {
  return {
    id,
    label,
    usesLeft: uses_left,
    used,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  };
}

/**
 * Creates a cached check for one process that returns why the service is closed; null if it is open, or the database
 * fails.
 */
export function createMaintenanceCheck(ctx: Context): () => Promise<string | null> {
  let checkedAtMs = -Infinity;
  let reason: Promise<string | null> = Promise.resolve(null);
  return () => {
    const nowMs = performance.now();
    if (nowMs - checkedAtMs >= CHECK_INTERVAL_MS) {
      checkedAtMs = nowMs;
      reason = getRules(ctx).then(
        ({ maintenance }) => maintenance,
        () => null,
      );
    }
    return reason;
  };
}

/** Weekly statistics with the constants from which the app estimates the maximum savings. */
export async function getCommunityStatistics(
  ctx: Context,
  weeks: number,
): Promise<CommunityStatistics> {
  const rows = await findWeeklyStatistics(ctx, weeks);
  return {
    members: await countMembers(ctx),
    weeks: rows.map(({ seat_m, answer_s, ...week }) => ({
      ...week,
      seatKm: Math.round(seat_m / 1000),
      answerS: answer_s === null ? null : Math.round(answer_s),
    })),
    co2GramsPerKm: ctx.settings.CO2_G_PER_KM,
    costPerKmMinor: ctx.community.costPerKmMinor,
    currency: ctx.community.currency,
  };
}
