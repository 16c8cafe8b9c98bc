import { markModeration } from "@commonlane/contract/mark-administration";
import type { PersonCaseFile } from "@commonlane/contract/moderation";
import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import {
  DetailList,
  ModerationSection,
  SuspendedPill,
  Timestamp,
} from "#shared/console/console-ui.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { formatRoute } from "#shared/formatting/bidi.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ContentRemovalButtons } from "../content/ContentRemovalButtons.tsx";
import { marksOfPerson, personCaseFile } from "../moderation.queries.ts";
import { useValueLabels } from "../ui/moderation-labels.ts";
import { ModerationHistory } from "../ui/ModerationHistory.tsx";
import { ModeratorActionList } from "../ui/ModeratorActions.tsx";
import { PersonActions } from "./PersonActions.tsx";

/** Everything about one user, with the available actions. */
export function PersonView() {
  const { t } = useLingui();
  const statusLabel = useValueLabels();
  const { uid = "" } = useParams();
  const caseFileQuery = useQuery(personCaseFile(uid));
  const caseFile = caseFileQuery.data;
  if (!caseFile) return <NotLoaded query={caseFileQuery} />;
  const { person } = caseFile;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-bold wrap-anywhere">{person.name ?? person.email}</h2>
        <SuspendedPill person={person} />
      </div>
      <ErrorNotice error={caseFile.suspendedFor} />
      {caseFile.actions.length > 0 && (
        <ModerationSection title={t`What was done`}>
          <ModeratorActionList actions={caseFile.actions} />
        </ModerationSection>
      )}
      <PersonActions person={person} />
      <PersonMarks uid={person.uid} />
      <ContentRemovalButtons
        contents={listRemovableContent(caseFile)}
        contentRemovals={caseFile.contentRemovals.filter((hiding) => !isReplaced(caseFile, hiding))}
      />
      <PersonDetails caseFile={caseFile} />
      <ModerationSection title={t`Rides`}>
        {caseFile.rides.length === 0 && <p className="text-ink-2">{t`None yet.`}</p>}
        {caseFile.rides.length > 0 && (
          <ul className="grid divide-y divide-line card">
            {caseFile.rides.map(({ id, fromLabel, toLabel, departsAt, status }) => (
              <li key={id}>
                <Link
                  to={`/moderation/rides/${id}`}
                  className="flex min-h-11 flex-wrap items-baseline gap-x-3 p-4 -outline-offset-4 hover:bg-sunken"
                >
                  <span className="font-semibold wrap-anywhere">
                    {formatRoute(fromLabel, toLabel)}
                  </span>
                  <Timestamp at={departsAt} />
                  <span className="text-sm text-ink-2">{statusLabel(status)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </ModerationSection>
      <ModerationHistory caseFile={caseFile} />
    </>
  );
}

/** True if the user has replaced the removed content; the new content can be removed as well. */
function isReplaced({ bio, photo }: PersonCaseFile, { about: { kind } }: ContentRemoval) {
  return (kind === "bio" && bio !== null) || (kind === "photo" && photo !== null);
}

/** Bio and photo of a user that can be hidden or restored. */
function listRemovableContent({ person, bio, photo, contentRemovals }: PersonCaseFile) {
  const isHidden = (kind: string) =>
    contentRemovals.some(({ about, endedAt }) => endedAt === null && about.kind === kind);
  const hasBio = bio !== null || isHidden("bio");
  const hasPhoto = photo !== null || isHidden("photo");
  return [
    ...(hasBio
      ? [
          {
            kind: "bio",
            id: person.uid,
          } as const,
        ]
      : []),
    ...(hasPhoto
      ? [
          {
            kind: "photo",
            id: person.uid,
          } as const,
        ]
      : []),
  ];
}

function PersonDetails({ caseFile }: { caseFile: PersonCaseFile }) {
  const { t } = useLingui();
  const { person, counts } = caseFile;
  return (
    <DetailList
      details={[
        { name: t`E-mail`, value: person.email },
        {
          name: t`Phone`,
          value: caseFile.phone ?? t`Not specified`,
        },
        {
          name: t`Joined`,
          value: <Timestamp at={caseFile.joinedAt} />,
        },
        {
          name: t`Role`,
          value: caseFile.moderator ? t`Moderator` : t`Member`,
        },
        {
          name: t`Bio`,
          value: caseFile.bio ?? t`None`,
        },
        {
          name: t`Photo`,
          value: caseFile.photo ? (
            <img
              src={caseFile.photo}
              alt={t`Profile photo`}
              className="size-24 rounded-md object-cover"
            />
          ) : (
            t`None`
          ),
        },
        {
          name: t`Rides hosted`,
          value: t`${counts.ridesHosted}, ${counts.ridesCancelled} cancelled`,
        },
        {
          name: t`Seats booked`,
          value: t`${counts.seatsAccepted}, ${counts.seatsCancelled} cancelled`,
        },
        {
          name: t`People messaged`,
          value: counts.peopleWrittenTo,
        },
        {
          name: t`Blocked by`,
          value: counts.blockedBy,
        },
      ]}
    />
  );
}

/** Trust marks of a member, with those that moderators can grant and withdraw. Absent where there is neither. */
function PersonMarks({ uid }: { uid: string }) {
  const { t } = useLingui();
  const { data } = useQuery(marksOfPerson(uid));
  const grant = useConsoleAction(markModeration.grant);
  const withdraw = useConsoleAction(markModeration.withdraw);
  if (!data || data.items.length + data.grantable.length === 0) return null;
  const error = grant.error ?? withdraw.error;
  const isGranted = (id: string) =>
    data.items.some(
      (mark) =>
        mark.id === id && mark.isHeld && mark.reasons.some(({ source }) => source === "team"),
    );
  const decide = ({ id, granted }: { id: string; granted: boolean }) => {
    grant.reset();
    withdraw.reset();
    (granted ? withdraw : grant).mutate({
      params: { uid },
      body: { markId: id },
    });
  };
  return (
    <ModerationSection title={t`Trust marks`}>
      <ul className="flex flex-wrap gap-2">
        {data.items.map((mark) => (
          <li key={mark.id}>
            <Pill tone={mark.isHeld ? "ok" : "quiet"} icon={markIcon(mark)}>
              {mark.name}
            </Pill>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {data.grantable.map(({ id, name }) => {
          const granted = isGranted(id);
          return (
            <Button
              key={id}
              variant="line"
              size="sm"
              busy={grant.isPending || withdraw.isPending}
              onClick={() => decide({ id, granted })}
            >
              {granted ? t`Withdraw ${name}` : t`Grant ${name}`}
            </Button>
          );
        })}
      </div>
      <ErrorNotice error={error} />
    </ModerationSection>
  );
}

function markIcon({ isHeld, isHidden }: { readonly isHeld: boolean; readonly isHidden: boolean }) {
  if (!isHeld) return "clock";
  return isHidden ? "eye-off" : "check-circle";
}
