import type { ContentKind } from "@commonlane/contract/content-removals";
import type { ReportSummary } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";

/** What was reported and why, in words. */
export function useReportLabels() {
  const { t } = useLingui();
  const kinds: Record<ReportSummary["about"]["kind"], string> = {
    person: t`A person`,
    ride: t`A ride`,
    "ride-request": t`A ride request`,
    "seat-request": t`A request for seats`,
    offer: t`An offer`,
    message: t`A message`,
  };
  const reasons: Record<ReportSummary["reason"], string> = {
    scam: t`Fraud`,
    harassment: t`Harassment`,
    danger: t`Danger`,
    fake: t`Fake`,
    spam: t`Spam`,
    other: t`Something else`,
  };
  return { kinds, reasons };
}

/** How a ride or a request stands, and what else is one of a few, in words; what this page does not know stays as it is. */
export function useValueLabels(): (value: string) => string {
  const { t } = useLingui();
  const labels: Readonly<Record<string, string>> = {
    scheduled: t`Planned`,
    departed: t`Under way`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
    pending: t`Waits for an answer`,
    accepted: t`Accepted`,
    rejected: t`Declined`,
    declined: t`Declined`,
    withdrawn: t`Withdrawn`,
    expired: t`Ran out`,
    disputed: t`Disputed`,
    manual: t`The host answers`,
    instant: t`Booked at once`,
    everyone: t`Everybody`,
    sameGender: t`Their gender only`,
  };
  return (value) => labels[value] ?? value;
}

/** What can be hidden, in words: what it is called, what hiding and showing it is called, and what follows. */
export function useContentRemovalLabels() {
  const { t } = useLingui();
  const names: Record<ContentKind, string> = {
    ride: t`A ride of`,
    "ride-request": t`A request of`,
    bio: t`Words about themselves of`,
    photo: t`A photo of`,
  };
  const remove: Record<ContentKind, string> = {
    ride: t`Hide the ride`,
    "ride-request": t`Hide the request`,
    bio: t`Hide what they say of themselves`,
    photo: t`Hide their photo`,
  };
  const restore: Record<ContentKind, string> = {
    ride: t`Show the ride again`,
    "ride-request": t`Show the request again`,
    bio: t`Show what they said of themselves again`,
    photo: t`Show their photo again`,
  };
  const consequences: Record<ContentKind, string> = {
    ride: t`Nobody finds it any more, but for its host and those who are aboard. All of them read this; its host can appeal.`,
    "ride-request": t`Nobody finds it any more but its seeker, who reads this and can appeal.`,
    bio: t`Their words go from their profile. They read this, can appeal, and may write something else.`,
    photo: t`Their photo goes from everywhere. They read this, can appeal, and may choose another.`,
  };
  return { names, hide: remove, show: restore, follows: consequences };
}

/** What was said with a deed is called, by the name that the call has for it; of a name that this page does not know, the name. */
export function useActionDetailLabels(): (name: string) => string {
  const { t } = useLingui();
  const labels: Readonly<Record<string, string>> = {
    reason: t`why`,
    outcome: t`what was done`,
    days: t`for how many days`,
    fraud: t`for fraud`,
    about: t`what`,
    state: t`which`,
    query: t`looked for`,
    text: t`in these words`,
    label: t`for whom`,
    uses: t`for how many`,
    maintenance: t`closed with the words`,
    emailDomains: t`domains`,
    inviteOnly: t`only with an invite code`,
  };
  return (name) => labels[name] ?? name;
}

/** What somebody did, by the name of the call; of a name that this page does not know, the name. */
export function useActionLabels(): (call: string) => string {
  const { t } = useLingui();
  const labels: Readonly<Record<string, string>> = {
    "moderation.reports": t`Looked at the reports`,
    "moderation.report": t`Looked at a report`,
    "moderation.resolve": t`Resolved a report`,
    "moderation.searchPeople": t`Searched for people`,
    "moderation.person": t`Looked at a person`,
    "moderation.ride": t`Looked at a ride`,
    "moderation.warn": t`Warned a person`,
    "moderation.suspend": t`Suspended a person`,
    "moderation.unsuspend": t`Lifted a suspension`,
    "moderation.ratingAppeals": t`Looked at the appeals`,
    "moderation.decideRatingAppeal": t`Decided an appeal`,
    "moderation.hideRating": t`Hid a rating`,
    "moderation.showRating": t`Showed a rating again`,
    "moderation.hide": t`Hid something`,
    "moderation.show": t`Showed something again`,
    "moderation.contentRemovals": t`Looked at appeals against what was hidden`,
    "moderation.decideRemovalAppeal": t`Decided an appeal against what was hidden`,
    "moderation.auditLog": t`Looked at the log`,
    "community.statistics": t`Looked at the numbers`,
    "community.rules": t`Looked at the rules of the community`,
    "community.changeRules": t`Changed the rules of the community`,
    "community.createAnnouncement": t`Announced something`,
    "community.withdrawAnnouncement": t`Took an announcement away`,
    "community.invites": t`Looked at the invite codes`,
    "community.createInvite": t`Made an invite code`,
    "community.revokeInvite": t`Revoked an invite code`,
    "moderation.grantRole": t`Made a moderator`,
    "moderation.revokeRole": t`Took the role away`,
    "moderation.signOut": t`Ended all sessions`,
  };
  return (call) => labels[call] ?? call;
}
