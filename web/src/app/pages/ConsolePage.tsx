import { useLingui } from "@lingui/react/macro";
import { useIsMutating, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Route, Routes, useLocation } from "react-router";
import { CommunityView } from "#features/administration/community/CommunityView.tsx";
import { RegionsView } from "#features/administration/regions/RegionsView.tsx";
import { AuditLog } from "#features/moderation/audit-log/AuditLog.tsx";
import { Appeals } from "#features/moderation/content/Appeals.tsx";
import { RideView } from "#features/moderation/content/RideView.tsx";
import { PeopleSearch } from "#features/moderation/people/PeopleSearch.tsx";
import { PersonView } from "#features/moderation/people/PersonView.tsx";
import { Reports } from "#features/moderation/reports/Reports.tsx";
import { ReportView } from "#features/moderation/reports/ReportView.tsx";
import { SecondFactorMissing } from "#features/moderation/SecondFactorMissing.tsx";
import { Statistics } from "#features/moderation/statistics/Statistics.tsx";
import { PendingActions } from "#features/moderation/ui/ModeratorActions.tsx";
import { ownRole } from "#shared/console/own-role.ts";
import { cx } from "#shared/ui/cx.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

const SettingsView = lazyScreen(
  () => import("#features/administration/SettingsView.tsx"),
  "SettingsView",
);
const ServerView = lazyScreen(
  () => import("#features/administration/ServerView.tsx"),
  "ServerView",
);
const SignInProvidersView = lazyScreen(
  () => import("#features/administration/sign-in-providers/SignInProvidersView.tsx"),
  "SignInProvidersView",
);
const TrustMarksView = lazyScreen(
  () => import("#features/administration/trust-marks/TrustMarksView.tsx"),
  "TrustMarksView",
);
const GroupsView = lazyScreen(
  () => import("#features/administration/groups/GroupsView.tsx"),
  "GroupsView",
);
const RideFeedsView = lazyScreen(
  () => import("#features/administration/ride-feeds/RideFeedsView.tsx"),
  "RideFeedsView",
);
const NeighboursView = lazyScreen(
  () => import("#features/administration/neighbours/NeighboursView.tsx"),
  "NeighboursView",
);
const TeamView = lazyScreen(() => import("#features/administration/TeamView.tsx"), "TeamView");
const AppearanceView = lazyScreen(
  () => import("#features/administration/appearance/AppearanceView.tsx"),
  "AppearanceView",
);
const LegalTextsView = lazyScreen(
  () => import("#features/legal/editor/LegalTextsView.tsx"),
  "LegalTextsView",
);
const LegalTextView = lazyScreen(
  () => import("#features/legal/editor/LegalTextView.tsx"),
  "LegalTextView",
);
const DataProtectionView = lazyScreen(
  () => import("#features/legal/editor/DataProtectionView.tsx"),
  "DataProtectionView",
);
const TimetablesView = lazyScreen(
  () => import("#features/administration/timetables/TimetablesView.tsx"),
  "TimetablesView",
);
const MeetingPointSourcesView = lazyScreen(
  () => import("#features/administration/meeting-points/MeetingPointSourcesView.tsx"),
  "MeetingPointSourcesView",
);
const MemberImportsView = lazyScreen(
  () => import("#features/administration/member-imports/MemberImportsView.tsx"),
  "MemberImportsView",
);
const EventCalendarsView = lazyScreen(
  () => import("#features/administration/event-calendars/EventCalendarsView.tsx"),
  "EventCalendarsView",
);
const SetupWizard = lazyScreen(
  () => import("#features/administration/SetupWizard.tsx"),
  "SetupWizard",
);

/** Sections that are about the community as a whole and its server; the others are about people and content. */
const ADMINISTRATION: ReadonlySet<string> = new Set([
  "settings",
  "appearance",
  "legal",
  "data-protection",
  "sign-in",
  "trust-marks",
  "groups",
  "elsewhere",
  "neighbours",
  "regions",
  "timetables",
  "meeting-points",
  "event-calendars",
  "moving-here",
  "server",
  "team",
]);

/** Moderation console. Other users see that it is for moderators; the server rejects their calls in any case. */
export function ConsolePage() {
  const { t } = useLingui();
  const query = useQuery(ownRole);
  const { data } = query;
  const section = useLocation().pathname.split("/")[2] ?? "";
  const isSetup = section === "setup";
  const consoleTitle = ADMINISTRATION.has(section) ? t`Administration` : t`Moderation`;
  const title = isSetup ? t`Set up your community` : consoleTitle;
  useTitle(title);
  // A button that undoes or decides something disappears with it.
  const root = useReturnFocus<HTMLDivElement>(useIsMutating() > 0, "h1");
  return (
    <div
      ref={root}
      className={cx(
        "mx-auto grid w-full gap-5 px-(--gutter) py-6",
        isSetup ? "max-w-2xl" : "max-w-6xl",
      )}
    >
      <h1 tabIndex={-1} className="text-2xl font-bold tracking-[-.02em] outline-none">
        {title}
      </h1>
      {!data && <NotLoaded query={query} />}
      {data?.moderator === false && (
        <EmptyState
          title={t`Moderators only`}
        >{t`Ask the people who run this community for access.`}</EmptyState>
      )}
      {data?.secondFactorMissing && <SecondFactorMissing />}
      {data?.moderator && !data.secondFactorMissing && (
        <Console
          openReports={data.openReports}
          isAdministrator={data.administrator}
          isSetup={isSetup}
        />
      )}
    </div>
  );
}

interface ConsoleProps {
  readonly openReports: number;
  readonly isAdministrator: boolean;
  /** The set-up has its own steps and needs the space. */
  readonly isSetup: boolean;
}

function Console({ openReports, isAdministrator, isSetup }: ConsoleProps) {
  return (
    <div className={cx("grid gap-5", !isSetup && "lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8")}>
      {!isSetup && <Sections openReports={openReports} isAdministrator={isAdministrator} />}
      <div className="grid min-w-0 content-start gap-5">
        {!isSetup && <PendingActions />}
        <Routes>
          <Route path="reports/:reportId" element={<ReportView />} />
          <Route path="people" element={<PeopleSearch />} />
          <Route path="people/:uid" element={<PersonView />} />
          <Route path="rides/:rideId" element={<RideView />} />
          <Route path="appeals" element={<Appeals />} />
          <Route path="numbers" element={<Statistics />} />
          <Route path="community" element={<CommunityView />} />
          <Route path="regions" element={<RegionsView />} />
          <Route path="timetables" element={<TimetablesView />} />
          <Route path="meeting-points" element={<MeetingPointSourcesView />} />
          <Route path="event-calendars" element={<EventCalendarsView />} />
          <Route path="log" element={<AuditLog />} />
          {isAdministrator && (
            <>
              <Route path="settings" element={<SettingsView />} />
              <Route path="appearance" element={<AppearanceView />} />
              <Route path="legal" element={<LegalTextsView />} />
              <Route path="legal/:page/:language" element={<LegalTextView />} />
              <Route path="data-protection" element={<DataProtectionView />} />
              <Route path="sign-in" element={<SignInProvidersView />} />
              <Route path="trust-marks" element={<TrustMarksView />} />
              <Route path="groups" element={<GroupsView />} />
              <Route path="elsewhere" element={<RideFeedsView />} />
              <Route path="neighbours" element={<NeighboursView />} />
              <Route path="moving-here" element={<MemberImportsView />} />
              <Route path="server" element={<ServerView />} />
              <Route path="team" element={<TeamView />} />
              <Route path="setup/:step" element={<SetupWizard />} />
            </>
          )}
          <Route path="*" element={<Reports />} />
        </Routes>
      </div>
    </div>
  );
}

interface Section {
  readonly to: string;
  readonly label: string;
}

/** The sections of the console by what they are for: beside the page on a desktop, above it on a phone. */
function Sections({ openReports, isAdministrator }: Omit<ConsoleProps, "isSetup">) {
  const { t } = useLingui();
  const reports = openReports > 0 ? t`Reports (${openReports})` : t`Reports`;
  const moderation: Section[] = [
    { to: "/moderation/reports", label: reports },
    { to: "/moderation/appeals", label: t`Appeals` },
    { to: "/moderation/people", label: t`People` },
    { to: "/moderation/community", label: t`Community` },
    { to: "/moderation/numbers", label: t`Statistics` },
    { to: "/moderation/log", label: t`Log` },
  ];
  const places: Section[] = [
    { to: "/moderation/regions", label: t`Regions` },
    { to: "/moderation/timetables", label: t`Timetables` },
    { to: "/moderation/meeting-points", label: t`Meeting points` },
    { to: "/moderation/event-calendars", label: t`Event calendars` },
  ];
  const administration: Section[] = [
    { to: "/moderation/settings", label: t`Settings` },
    { to: "/moderation/appearance", label: t`Appearance` },
    { to: "/moderation/legal", label: t`Legal texts` },
    { to: "/moderation/sign-in", label: t`Sign-in` },
    { to: "/moderation/trust-marks", label: t`Trust marks` },
    { to: "/moderation/groups", label: t`Groups` },
    { to: "/moderation/elsewhere", label: t`Elsewhere` },
    { to: "/moderation/neighbours", label: t`Neighbours` },
    ...places,
    { to: "/moderation/moving-here", label: t`Moving here` },
    { to: "/moderation/server", label: t`Server` },
    { to: "/moderation/team", label: t`Team` },
  ];
  return (
    <nav
      aria-label={t`Console sections`}
      className="grid content-start gap-3 border-b border-line pb-3 lg:sticky lg:top-20 lg:self-start lg:border-b-0 lg:pb-0"
    >
      <SectionGroup title={t`Moderation`} sections={moderation} />
      <SectionGroup
        title={t`Administration`}
        sections={isAdministrator ? administration : places}
      />
    </nav>
  );
}

function SectionGroup({ title, sections }: { title: string; sections: readonly Section[] }) {
  const id = useId();
  const { pathname } = useLocation();
  // The console opens with the reports.
  const shown = pathname === "/moderation" ? "/moderation/reports" : pathname;
  return (
    <div>
      <p id={id} className="px-3 text-sm font-semibold text-ink-3">
        {title}
      </p>
      <ul
        aria-labelledby={id}
        className="-mx-(--gutter) flex gap-1 overflow-x-auto px-(--gutter) lg:mx-0 lg:grid lg:gap-0.5 lg:px-0"
      >
        {sections.map(({ to, label }) => {
          const isShown = shown === to || shown.startsWith(`${to}/`);
          return (
            <li key={to} ref={isShown ? scrollToItem : undefined} className="shrink-0">
              <Link
                to={to}
                aria-current={isShown ? "page" : undefined}
                className={cx(
                  "flex min-h-11 items-center rounded-md px-3 font-semibold lg:min-h-10",
                  isShown ? "bg-brand text-on-brand" : "text-ink-2 hover:bg-sunken",
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Phones show a part of the row: the current section is in its middle, also from right to left. */
function scrollToItem(item: HTMLLIElement | null): void {
  const row = item?.parentElement;
  if (!item || !row) return;
  const shown = row.getBoundingClientRect();
  const { left, right } = item.getBoundingClientRect();
  row.scrollLeft += (left + right - shown.left - shown.right) / 2;
}
