import type { ReportFile } from "@commonlane/contract/report-files";

export type SuggestedAction = "warn" | "suspend" | "hide" | "close";

/** What fits a report at first sight. The moderator decides; nothing is suggested for unclear reasons. */
export function suggestAction(
  report: Pick<ReportFile, "reason" | "closedAt" | "actions" | "reportsAbout" | "id" | "person">,
  canHide: boolean,
): SuggestedAction | undefined {
  const { reason, closedAt, actions, reportsAbout, id, person } = report;
  if (closedAt) return undefined;
  const taken = actions.filter(({ state }) => state !== "undone");
  if (taken.some(({ reportId, kind }) => reportId === id && kind !== "resolve")) return "close";
  // A former member can be neither warned nor suspended.
  if (!person) return canHide ? "hide" : "close";
  const isRepeated = reportsAbout.length > 0 || taken.some(({ kind }) => kind === "warn");
  if (reason === "scam" || reason === "danger") return person.suspendedAt ? "close" : "suspend";
  if (reason === "harassment") return isRepeated ? "suspend" : "warn";
  if (reason === "fake" || reason === "spam") return canHide ? "hide" : "warn";
  return undefined;
}
