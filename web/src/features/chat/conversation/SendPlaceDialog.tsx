import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useId, useState } from "react";
import { NO_PLACE } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";

interface SendPlaceDialogProps {
  readonly onSend: (place: Place) => void;
  readonly onClose: () => void;
}

/** Chooses a place to send: by name, by current position, or on the map. */
export function SendPlaceDialog({ onSend, onClose }: SendPlaceDialogProps) {
  const { t } = useLingui();
  const form = useId();
  const [choice, setChoice] = useState(NO_PLACE);
  const [submitted, setSubmitted] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!choice.place) return;
    const { label, lat, lng } = choice.place;
    onSend({
      label,
      lat,
      lng,
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Send a place`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={form} icon="send">{t`Send`}</Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="grid min-h-72 content-start gap-3">
        <PlaceField
          label={t`Place`}
          value={choice}
          onChange={setChoice}
          error={
            submitted && !choice.place ? t`Choose a place from the list or on the map.` : undefined
          }
          offerHere
          onMap={{}}
        />
        <p className="text-sm text-ink-2">{t`Everyone in this chat can see it. Your position is sent once, not tracked.`}</p>
      </form>
    </Dialog>
  );
}
