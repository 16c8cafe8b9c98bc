import type { Hiding } from "@commonlane/contract/moderated";
import type { PersonFile } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { HideDeeds } from "./HideDeeds.tsx";
import { History } from "./History.tsx";
import { onePerson } from "./moderation.queries.ts";
import { Facts, Part, SuspendedPill, When } from "./parts.tsx";
import { PersonDeeds } from "./PersonDeeds.tsx";
import { useValueWords } from "./words.ts";

/** All about one person, and what can be done. */
export function PersonView() {
  const { t } = useLingui();
  const statusOf = useValueWords();
  const { uid = "" } = useParams();
  const { data: file, error, refetch, isRefetching } = useQuery(onePerson(uid));
  if (!file && error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  if (!file) return <SkeletonCards />;
  const { person } = file;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-bold wrap-anywhere">{person.name ?? person.email}</h2>
        <SuspendedPill person={person} />
      </div>
      {file.suspendedFor && <Notice tone="bad">{file.suspendedFor}</Notice>}
      <PersonDeeds person={person} />
      <HideDeeds things={thingsOf(file)} hidings={file.hidings.filter((hiding) => !isReplaced(file, hiding))} />
      <PersonFacts file={file} />
      <Part title={t`Rides`}>
        {file.rides.length === 0 && <p className="text-ink-2">{t`None yet.`}</p>}
        {file.rides.length > 0 && (
          <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
            {file.rides.map(({ id, fromLabel, toLabel, departsAt, status }) => (
              <li key={id}>
                <Link
                  to={`/moderation/rides/${id}`}
                  className="flex min-h-11 flex-wrap items-baseline gap-x-3 p-4 -outline-offset-4 hover:bg-sunken"
                >
                  <span className="font-semibold wrap-anywhere">{`${fromLabel} → ${toLabel}`}</span>
                  <When at={departsAt} />
                  <span className="text-sm text-ink-2">{statusOf(status)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <History file={file} />
    </>
  );
}

/** Something else stands in its place by now, which can be hidden as well. */
const isReplaced = ({ bio, photo }: PersonFile, { about: { kind } }: Hiding) =>
  (kind === "bio" && bio !== null) || (kind === "photo" && photo !== null);

/** What somebody says and shows of themselves, as far as there is something to hide or to show again. */
function thingsOf({ person: { uid: id }, bio, photo, hidings }: PersonFile) {
  const isHidden = (kind: string) => hidings.some(({ about, endedAt }) => endedAt === null && about.kind === kind);
  const [hasBio, hasPhoto] = [bio !== null || isHidden("bio"), photo !== null || isHidden("photo")];
  return [...(hasBio ? [{ kind: "bio", id } as const] : []), ...(hasPhoto ? [{ kind: "photo", id } as const] : [])];
}

function PersonFacts({ file }: { file: PersonFile }) {
  const { t } = useLingui();
  const { person, counts } = file;
  return (
    <Facts
      facts={[
        { name: t`E-mail`, value: person.email },
        { name: t`Phone`, value: file.phone ?? t`not given` },
        { name: t`Joined`, value: <When at={file.joinedAt} /> },
        { name: t`Role`, value: file.moderator ? t`Moderator` : t`Member` },
        { name: t`About them`, value: file.bio ?? t`nothing` },
        {
          name: t`Photo`,
          value: file.photo ? (
            <img src={file.photo} alt={t`Their photo`} className="size-24 rounded-md object-cover" />
          ) : (
            t`none`
          ),
        },
        { name: t`Rides hosted`, value: t`${counts.ridesHosted}, ${counts.ridesCancelled} of them cancelled` },
        { name: t`Seats taken`, value: t`${counts.seatsAccepted}, and ${counts.seatsCancelled} cancelled` },
        { name: t`People they wrote to`, value: counts.peopleWrittenTo },
        { name: t`Blocked by`, value: counts.blockedBy },
      ]}
    />
  );
}
