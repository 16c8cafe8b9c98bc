import {
  MEETING_POINT_NAME_MAX_LENGTH,
  MEETING_POINT_NOTE_MAX_LENGTH,
} from "@commonlane/contract/limits";
import type { MeetingPoint } from "@commonlane/contract/meeting-points";
import type { PickupKind } from "@commonlane/contract/shapes";
import { readNumber } from "@commonlane/contract/plain-numbers";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { NO_PLACE, type PlaceChoice, toPlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { type MeetingPointOwner, useSaveMeetingPoint } from "./meeting-points.queries.ts";

interface MeetingPointFormProps {
  readonly owner: MeetingPointOwner;
  /** Undefined for a new one. */
  readonly point?: MeetingPoint | undefined;
  /** Shown on the map while choosing a position. */
  readonly all: readonly MeetingPoint[];
  readonly onClose: () => void;
}

/** Kinds that people define themselves. */
const OWN_KINDS = [
  "meetingPoint",
  "parkAndRide",
  "parking",
  "stop",
  "station",
] as const satisfies readonly PickupKind[];
type OwnKind = (typeof OWN_KINDS)[number];

const positionOf = (point: MeetingPoint | undefined): PlaceChoice =>
  point
    ? toPlaceChoice({
        label: point.name,
        lat: point.lat,
        lng: point.lng,
      })
    : NO_PLACE;

/** The fields, and the call that saves them. */
function useMeetingPointForm({
  owner,
  point,
  onClose,
}: Pick<MeetingPointFormProps, "owner" | "point" | "onClose">) {
  const [name, setName] = useState(point?.name ?? "");
  const [kind, setKind] = useState<OwnKind>(
    OWN_KINDS.find((own) => own === point?.kind) ?? "meetingPoint",
  );
  const [note, setNote] = useState(point?.note ?? "");
  const [capacity, setCapacity] = useState(String(point?.capacity ?? ""));
  const [position, setPosition] = useState(() => positionOf(point));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const save = useSaveMeetingPoint(owner);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    const { place } = position;
    if (!place || name.trim() === "") return;
    const { lat, lng } = place;
    const spaces = /^[1-9]\d{0,3}$/.test(capacity.trim()) ? readNumber(capacity) : null;
    const details = {
      name: name.trim(),
      kind,
      lat,
      lng,
      note: note.trim() || null,
      capacity: spaces,
    };
    save.mutate(
      {
        id: point?.id,
        details,
      },
      { onSuccess: onClose },
    );
  };
  return {
    name,
    setName,
    kind,
    setKind,
    note,
    setNote,
    capacity,
    setCapacity,
    position,
    setPosition,
    isSubmitted,
    save,
    onSubmit,
  };
}

function useKindNames(): Record<OwnKind, string> {
  const { t } = useLingui();
  return {
    meetingPoint: t`Meeting point`,
    parkAndRide: t`Park and ride`,
    parking: t`Car park`,
    stop: t`Bus stop`,
    station: t`Station`,
  };
}

export function MeetingPointForm({ owner, point, all, onClose }: MeetingPointFormProps) {
  const { t } = useLingui();
  const kindNames = useKindNames();
  const { name, kind, note, capacity, position, isSubmitted, save, ...form } = useMeetingPointForm({
    owner,
    point,
    onClose,
  });
  const stops = all.map(({ lat, lng, name }) => ({
    lat,
    lng,
    label: name,
    kind: "stop" as const,
  }));
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      <TextField
        label={t`Name`}
        maxLength={MEETING_POINT_NAME_MAX_LENGTH}
        {...bindText(name, form.setName)}
        error={isSubmitted && name.trim() === "" ? t`Enter a name.` : undefined}
      />
      <SelectField
        label={t({
          comment: "What sort of place a meeting point is.",
          message: "Kind",
        })}
        value={kind}
        options={OWN_KINDS.map((value) => ({
          value,
          label: kindNames[value],
        }))}
        onChange={form.setKind}
      />
      <PlaceField
        label={t`Position`}
        value={position}
        onChange={form.setPosition}
        error={
          isSubmitted && !position.place
            ? t`Choose a place from the list or on the map.`
            : undefined
        }
        onMap={{
          stops,
          start: position.place ?? communitySettings.region ?? undefined,
        }}
      />
      <p className="text-sm text-ink-2">{t`Put the pin on the road where cars stop. Only rides that pass it will use it.`}</p>
      <TextField
        label={t`Note`}
        optional={t`optional`}
        maxLength={MEETING_POINT_NOTE_MAX_LENGTH}
        {...bindText(note, form.setNote)}
      />
      <NumberField
        label={t`Parking spaces`}
        optional={t`optional`}
        inputMode="numeric"
        maxLength={4}
        value={capacity}
        onChange={form.setCapacity}
      />
      <ErrorNotice error={save.error} />
      <div className="flex gap-2">
        <Button type="submit" busy={save.isPending}>{t`Save meeting point`}</Button>
        <Button variant="ghost" onClick={onClose}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}
