import { community } from "@commonlane/contract/community-admin";
import { markModeration } from "@commonlane/contract/mark-administration";
import { moderation } from "@commonlane/contract/moderation";
import { endpointItems, endpointPages, endpointQuery } from "#shared/api/endpoint-query.ts";

export type QueueState = "open" | "closed";

export const reportPages = (state: QueueState) =>
  endpointPages(moderation.reports, { query: { state } });

export const reportById = (reportId: string) =>
  endpointQuery(moderation.report, { params: { reportId } });

/** Actions of all moderators that can still be undone. */
export const pendingActions = endpointItems(moderation.actions, {});

export const communityStatistics = (weeks: number) =>
  endpointQuery(community.statistics, { query: { weeks } });

export const reportStatistics = (weeks: number) =>
  endpointQuery(moderation.reportStatistics, { query: { weeks } });

export const linkedAccounts = endpointItems(moderation.linkedAccounts, {});

export const personCaseFile = (uid: string) =>
  endpointQuery(moderation.person, { params: { uid } });

export const rideCaseFile = (rideId: string) =>
  endpointQuery(moderation.ride, { params: { rideId } });

export const appealPages = (state: QueueState) =>
  endpointPages(moderation.ratingAppeals, { query: { state } });

/** Content removals with an appeal. */
export const contentRemovalPages = (state: QueueState) =>
  endpointPages(moderation.contentRemovals, { query: { state } });

export const auditLogPages = endpointPages(moderation.auditLog, { query: { limit: 50 } });

/** Marks of a member, and those that moderators may grant. */
export const marksOfPerson = (uid: string) =>
  endpointQuery(markModeration.ofPerson, { params: { uid } });
