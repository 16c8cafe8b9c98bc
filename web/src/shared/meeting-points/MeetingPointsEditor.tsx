import type { MeetingPoint } from "@commonlane/contract/meeting-points";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PlaceKindIcon } from "#shared/places/PlaceKindIcon.tsx";
import { pickupIcons, pickupPlaceName } from "#shared/places/pickup-place.ts";
import { Button } from "#shared/ui/Button.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { MeetingPointForm } from "./MeetingPointForm.tsx";
import {
  allMeetingPoints,
  type MeetingPointOwner,
  useRemoveMeetingPoint,
} from "./meeting-points.queries.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Id of the meeting point that is edited, or "new". */
type Edited = string | undefined;

/** Lists the meeting points of the community or the host, and adds, changes and deletes them. */
export function MeetingPointsEditor({ owner }: { owner: MeetingPointOwner }) {
  const { t } = useLingui();
  const [edited, setEdited] = useState<Edited>();
  const query = useQuery(allMeetingPoints);
  const { data } = query;
  if (!data) return <NotLoaded query={query} />;
  const points = data.filter((point) => point.owner === owner);
  const close = () => setEdited(undefined);
  return (
    <div className="grid gap-3">
      {points.length === 0 && <p className="text-ink-2">{t`No meeting points yet`}</p>}
      <ul className="grid gap-2">
        {points.map((point) => (
          <li key={point.id} className="card p-3">
            {edited === point.id ? (
              <MeetingPointForm owner={owner} point={point} all={data} onClose={close} />
            ) : (
              <MeetingPointItem owner={owner} point={point} onEdit={() => setEdited(point.id)} />
            )}
          </li>
        ))}
      </ul>
      {edited === "new" ? (
        <MeetingPointForm owner={owner} all={data} onClose={close} />
      ) : (
        <Button variant="line" className="justify-self-start" onClick={() => setEdited("new")}>
          {t`Add meeting point`}
        </Button>
      )}
    </div>
  );
}

interface MeetingPointItemProps {
  readonly owner: MeetingPointOwner;
  readonly point: MeetingPoint;
  readonly onEdit: () => void;
}

function MeetingPointItem({ owner, point, onEdit }: MeetingPointItemProps) {
  const { t } = useLingui();
  const { id, name, kind, note, capacity } = point;
  const remove = useRemoveMeetingPoint(owner);
  const details = [note, capacity !== null && t`${capacity} parking spaces`].filter(Boolean);
  return (
    <>
      <div className="flex items-center gap-3">
        <PlaceKindIcon kind={pickupIcons[kind]} />
        <span className="grid min-w-0 flex-1">
          <span className="wrap-anywhere">
            {pickupPlaceName({
              ...point,
              label: name,
              pickupKind: kind,
            })}
          </span>
          {details.length > 0 && (
            <span className="text-sm wrap-anywhere text-ink-2">{details.join(" · ")}</span>
          )}
        </span>
        <IconButton icon="edit" label={t`Edit ${name}`} onClick={onEdit} />
        <IconButton
          icon="trash"
          label={t`Delete ${name}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate(id)}
        />
      </div>
      <ErrorNotice error={remove.error} />
    </>
  );
}
