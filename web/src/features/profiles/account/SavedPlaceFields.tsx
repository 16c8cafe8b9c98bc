import type { Profile, SavedPlace } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { NO_PLACE, toPlace, toPlaceChoice, type PlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { Notice } from "#shared/ui/Notice.tsx";

/** The user's home and work; each is saved when it is chosen, and removed when the field is emptied. */
export function SavedPlaceFields({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const save = useChangeProfile();
  return (
    <div className="grid gap-4">
      <SavedPlaceField
        label={t({
          message: "Home",
          context: "saved place",
        })}
        saved={profile.homePlace}
        onSave={(homePlace) => save.mutate({ homePlace })}
      />
      <SavedPlaceField
        label={t`Work or campus`}
        saved={profile.workPlace}
        onSave={(workPlace) => save.mutate({ workPlace })}
      />
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      <p role="status" className="text-sm text-ink-3">
        {save.isSuccess
          ? t`Saved. Only you can see it.`
          : t`Only you can see them. Place fields offer them first.`}
      </p>
    </div>
  );
}

interface SavedPlaceFieldProps {
  readonly label: string;
  readonly saved: SavedPlace | null;
  readonly onSave: (place: SavedPlace | null) => void;
}

function SavedPlaceField({ label, saved, onSave }: SavedPlaceFieldProps) {
  const [choice, setChoice] = useState<PlaceChoice>(saved ? toPlaceChoice(saved) : NO_PLACE);
  const change = (next: PlaceChoice) => {
    setChoice(next);
    if (next.place) {
      const { timeZone } = next.place;
      onSave({
        ...toPlace(next.place),
        ...(timeZone !== undefined && { timeZone }),
      });
    } else if (next.text.trim() === "" && saved) onSave(null);
  };
  return <PlaceField label={label} value={choice} offerHere onMap={{}} onChange={change} />;
}
