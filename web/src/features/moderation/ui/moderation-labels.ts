import type { ContentKind } from "@commonlane/contract/content-removals";
import type { ModeratorActionKind } from "@commonlane/contract/moderator-actions";
import type { ReportSummary } from "@commonlane/contract/report-files";
import { useLingui } from "@lingui/react/macro";

/** Labels of report targets and reasons. */
export function useReportLabels() {
  const { t } = useLingui();
  const kinds: Record<ReportSummary["about"]["kind"], string> = {
    person: t`A person`,
    ride: t`A ride`,
    "ride-request": t`A ride request`,
    "seat-request": t`A seat request`,
    offer: t`An offer`,
    message: t`A message`,
    event: t`An event`,
  };
  const reasons: Record<ReportSummary["reason"], string> = {
    scam: t`Fraud`,
    harassment: t`Harassment`,
    danger: t`Dangerous behaviour`,
    fake: t`Fake or misleading`,
    spam: t`Spam`,
    other: t`Other`,
  };
  return { kinds, reasons };
}

/** Labels of actions that can be undone. */
export function useModeratorActionLabels(): Record<ModeratorActionKind, string> {
  const { t } = useLingui();
  return {
    warn: t`Warning`,
    suspend: t`Suspension`,
    hide: t`Content hidden`,
    resolve: t`Report closed`,
    "decide-removal-appeal": t`Appeal decided`,
    "decide-rating-appeal": t`Rating appeal decided`,
  };
}

/** Labels of statuses and other enum values. Unknown values are shown as they are. */
export function useValueLabels(): (value: string) => string {
  const { t } = useLingui();
  const labels: Readonly<Record<string, string>> = {
    scheduled: t`Planned`,
    departed: t`In progress`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
    pending: t`Pending`,
    accepted: t`Accepted`,
    rejected: t`Declined`,
    declined: t`Declined`,
    withdrawn: t`Withdrawn`,
    expired: t`Expired`,
    disputed: t`Disputed`,
    manual: t`Host approves`,
    instant: t`Instant booking`,
    everyone: t`Everyone`,
    sameGender: t`Same gender only`,
    open: t`Open`,
    closed: t`Resolved`,
    administrator: t`Administrator`,
    moderator: t`Moderator`,
  };
  return (value) => labels[value] ?? value;
}

/** Labels of removable content, of hiding and restoring it, and the consequences of hiding it. */
export function useContentRemovalLabels() {
  const { t } = useLingui();
  const names: Record<ContentKind, string> = {
    ride: t`Ride by`,
    "ride-request": t`Ride request by`,
    bio: t`Bio of`,
    photo: t`Photo of`,
    event: t`Event by`,
  };
  const remove: Record<ContentKind, string> = {
    ride: t`Hide ride`,
    "ride-request": t`Hide request`,
    bio: t`Hide bio`,
    photo: t`Hide photo`,
    event: t`Hide event`,
  };
  const restore: Record<ContentKind, string> = {
    ride: t`Restore ride`,
    "ride-request": t`Restore request`,
    bio: t`Restore bio`,
    photo: t`Restore photo`,
    event: t`Restore event`,
  };
  const consequences: Record<ContentKind, string> = {
    ride: t`Only the host and booked passengers can still see the ride. They all see this reason, and the host can appeal.`,
    "ride-request": t`Only the seeker can still see the request. They see this reason and can appeal.`,
    bio: t`The bio is removed from their profile. They see this reason, can appeal, and can write a new one.`,
    photo: t`The photo is removed everywhere. They see this reason, can appeal, and can choose another.`,
    event: t`Only its creator can still see the event. They see this reason and can appeal.`,
  };
  return {
    names,
    hide: remove,
    show: restore,
    follows: consequences,
  };
}

/** Labels of the details of a moderator action, by field name. Unknown fields show their name. */
export function useActionDetailLabels(): (name: string) => string {
  const { t } = useLingui();
  const labels: Readonly<Record<string, string>> = {
    reason: t`reason`,
    outcome: t`action taken`,
    days: t`days`,
    fraud: t`fraud`,
    about: t`type`,
    state: t`filter`,
    query: t`search`,
    text: t`text`,
    label: t`recipient`,
    uses: t`uses`,
    maintenance: t`maintenance message`,
    emailDomains: t`allowed domains`,
    inviteOnly: t`invite code required`,
    eventCreators: t`who can create events`,
    groupCreators: t`who can create groups`,
    group: t`group`,
    role: t`role`,
    format: t`format`,
    weeks: t`weeks`,
    providerId: t`institution`,
    name: t`name`,
    supportEmail: t`support address`,
    socialUrl: t`link in the footer`,
    language: t`language`,
    region: t`region`,
    currency: t`currency`,
    costPerKmMinor: t`cost per kilometre`,
    publicRides: t`public rides`,
    rideListing: t`rides in journey planners and at neighbours`,
    requireSecondFactor: t`who needs a second factor`,
    legalEntity: t`who runs the service`,
    mailFrom: t`sender`,
    mailServer: t`mail server`,
    mailCertificates: t`certificates trusted for the mail server`,
    brandColor: t`main colour`,
    footerLinks: t`links in the footer`,
    sourceUrl: t`address of the source code`,
    page: t`page`,
    version: t`version`,
    agreeAgain: t`members must agree again`,
  };
  return (name) => labels[name] ?? name;
}

/** Labels of actions on rides that are shown elsewhere. */
function useListingActionLabels(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    "regions.suggestions": t`Viewed the extracts for a region`,
    "regions.build": t`Started to build a region`,
    "transit.timetables": t`Viewed the timetables`,
    "memberImports.status": t`Viewed who is moving here`,
    "memberImports.check": t`Checked a file of people who are moving here`,
    "memberImports.import": t`Imported people who are moving here`,
    "memberImports.invite": t`Invited people who are moving here`,
    "memberImports.removeAll": t`Deleted data of people who are moving here`,
    "eventCalendars.list": t`Viewed the calendars of events`,
    "eventCalendars.add": t`Added a calendar of events`,
    "eventCalendars.refresh": t`Refreshed a calendar of events`,
    "eventCalendars.remove": t`Removed a calendar of events`,
    "meetingPointSources.list": t`Viewed the sources of meeting points`,
    "meetingPointSources.importFile": t`Imported meeting points from a file`,
    "meetingPointSources.importUrl": t`Imported meeting points from an address`,
    "meetingPointSources.remove": t`Removed a source of meeting points`,
    "feedReceivers.list": t`Viewed the receivers of rides`,
    "feedReceivers.add": t`Added a receiver of rides`,
    "feedReceivers.remove": t`Removed a receiver of rides`,
    "webhooks.list": t`Viewed the webhooks`,
    "webhooks.add": t`Added a webhook`,
    "webhooks.remove": t`Removed a webhook`,
    "webhooks.enable": t`Switched a webhook on again`,
    "webhooks.deliveries": t`Viewed what a webhook was told`,
    "webhooks.replay": t`Repeated a message to a webhook`,
    "neighbourAdministration.list": t`Viewed the neighbours`,
    "neighbourAdministration.preview": t`Viewed who a community says it is`,
    "neighbourAdministration.invite": t`Approved a neighbour`,
    "neighbourAdministration.addServer": t`Added a neighbour with an API key`,
    "neighbourAdministration.remove": t`Removed a neighbour`,
    "neighbours.approvedThere": t`A neighbour approved this community`,
    "neighbours.endedThere": t`A neighbour ended the connection`,
    "neighbours.newKey": t`Replaced the key for neighbours`,
  };
}

/** Labels of moderator actions, by the name of the call. Unknown calls show their name. */
export function useActionLabels(): (call: string) => string {
  const { t } = useLingui();
  const labels: Readonly<Record<string, string>> = {
    "moderation.reports": t`Viewed the reports`,
    "moderation.report": t`Viewed a report`,
    "moderation.resolve": t`Resolved a report`,
    "moderation.searchPeople": t`Searched for people`,
    "moderation.linkedAccounts": t`Viewed accounts that rate each other`,
    "moderation.person": t`Viewed a person`,
    "moderation.ride": t`Viewed a ride`,
    "moderation.warn": t`Warned a person`,
    "moderation.suspend": t`Suspended a person`,
    "moderation.unsuspend": t`Lifted a suspension`,
    "moderation.ratingAppeals": t`Viewed the appeals`,
    "moderation.decideRatingAppeal": t`Decided an appeal`,
    "moderation.hideRating": t`Hid a rating`,
    "moderation.showRating": t`Restored a rating`,
    "moderation.hide": t`Hid content`,
    "moderation.show": t`Restored content`,
    "moderation.contentRemovals": t`Viewed the content removal appeals`,
    "moderation.decideRemovalAppeal": t`Decided a content removal appeal`,
    "moderation.actions": t`Viewed what can be undone`,
    "moderation.undo": t`Undid an action`,
    "moderation.reportStatistics": t`Viewed the response times`,
    "moderation.auditLog": t`Viewed the log`,
    "community.statistics": t`Viewed the statistics`,
    "regions.list": t`Viewed the regions`,
    "community.rules": t`Viewed the community settings`,
    "community.changeRules": t`Changed the community settings`,
    "community.createAnnouncement": t`Published an announcement`,
    "community.withdrawAnnouncement": t`Removed an announcement`,
    "community.invites": t`Viewed the invite codes`,
    "community.createInvite": t`Created an invite code`,
    "community.revokeInvite": t`Revoked an invite code`,
    "meetingPoints.createForCommunity": t`Added a meeting point`,
    "meetingPoints.changeForCommunity": t`Changed a meeting point`,
    "meetingPoints.removeForCommunity": t`Removed a meeting point`,
    "moderation.grantRole": t`Gave a role`,
    "moderation.revokeRole": t`Took a role away`,
    "administration.setUp": t`Set up the server`,
    "administration.refused": t`Was refused a change`,
    "administration.backUp": t`Made a backup`,
    "administration.restored": t`Restored a backup`,
    "administration.settings": t`Viewed the settings`,
    "administration.changeSettings": t`Changed settings`,
    "administration.sendTestEmail": t`Sent a test e-mail`,
    "administration.status": t`Viewed the state of the server`,
    "administration.team": t`Viewed the team`,
    "administration.setRole": t`Changed a role`,
    "administration.appearance": t`Viewed the appearance`,
    "providerAdministration.list": t`Viewed the institutions for sign-in`,
    "providerAdministration.save": t`Changed an institution for sign-in`,
    "providerAdministration.remove": t`Removed an institution for sign-in`,
    "providerAdministration.check": t`Checked an institution for sign-in`,
    "markAdministration.list": t`Viewed the trust marks`,
    "markAdministration.add": t`Added a trust mark`,
    "markAdministration.change": t`Changed a trust mark`,
    "markAdministration.remove": t`Removed a trust mark`,
    "markModeration.ofPerson": t`Viewed a member's trust marks`,
    "markModeration.grant": t`Granted a trust mark`,
    "markModeration.withdraw": t`Withdrew a trust mark`,
    "groupAdministration.list": t`Viewed the groups`,
    "groupAdministration.remove": t`Removed a group`,
    "groupAdministration.setManager": t`Made a member manager of a group`,
    "administration.setLogo": t`Changed the logo`,
    "administration.removeLogo": t`Removed the logo`,
    "administration.dataProtection": t`Viewed the record of processing`,
    "legal.overview": t`Viewed the legal texts`,
    "legal.editor": t`Viewed a legal text`,
    "legal.version": t`Read a version of a legal text`,
    "legal.saveDraft": t`Changed the draft of a legal text`,
    "legal.discardDraft": t`Discarded the draft of a legal text`,
    "legal.publish": t`Published a legal text`,
    "legal.withdraw": t`Took a legal text off its page`,
    "moderation.signOut": t`Ended all sessions`,
    "moderation.resetSecondFactors": t`Removed lost passkeys and authenticator app`,
    ...useListingActionLabels(),
  };
  return (call) => labels[call] ?? call;
}
