import { RIDE_STOPS_MAX } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { PickPointScene } from "#shared/map/PickPointDialog.tsx";
import type { PlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { newStop, type StopDraft } from "../draft/ride-draft.ts";
import { errorFor, type FieldErrors } from "./wizard-steps.ts";

interface StopsEditorProps {
  readonly stops: readonly StopDraft[];
  readonly onChange: (stops: readonly StopDraft[]) => void;
  readonly errors: FieldErrors;
  /** Map scene while a stop is chosen on the map. */
  readonly mapScene: PickPointScene;
  /** Start and destination of the ride. */
  readonly ends: readonly PlaceChoice[];
}

/** Ordered stops with buttons to add, remove and move them; the focus stays on a usable button. */
export function StopsEditor({ stops, onChange, errors, mapScene, ends }: StopsEditorProps) {
  const { t } = useLingui();
  const root = useRef<HTMLDivElement>(null);
  const [focusTarget, setFocusTarget] = useState<{ readonly selector: string }>();
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    if (focusTarget) root.current?.querySelector<HTMLElement>(focusTarget.selector)?.focus();
  }, [focusTarget]);

  const move = (from: number, to: number) => {
    const stop = stops[from];
    if (!stop) return;
    onChange(stops.toSpliced(from, 1).toSpliced(to, 0, stop));
    setAnnouncement(t`Now stop ${to + 1} of ${stops.length}`);
    const direction = usableDirection(from, to, stops.length);
    setFocusTarget({ selector: `[data-stop="${stop.key}"] [data-move=${direction}]` });
  };
  const remove = (n: number) => {
    onChange(stops.toSpliced(n, 1));
    setAnnouncement(t`Stop ${n + 1} removed`);
    setFocusTarget({ selector: "[data-add]" });
  };
  const add = () => {
    const stop = newStop();
    onChange([...stops, stop]);
    setFocusTarget({ selector: `[data-stop="${stop.key}"] input` });
  };
  return (
    <div ref={root} className="grid gap-3">
      {stops.map((stop, n) => (
        <StopRow
          key={stop.key}
          stop={stop}
          n={n}
          total={stops.length}
          error={errorFor(errors, `stops.${n}`)}
          mapScene={mapScene}
          otherPlaces={[...ends, ...stops.toSpliced(n, 1).map(({ choice }) => choice)]}
          onChoose={(choice) =>
            onChange(
              stops.with(n, {
                ...stop,
                choice,
              }),
            )
          }
          onMove={(to) => move(n, to)}
          onRemove={() => remove(n)}
        />
      ))}
      <Button
        data-add=""
        variant="soft"
        size="sm"
        icon="plus"
        className="justify-self-start"
        disabled={stops.length >= RIDE_STOPS_MAX}
        onClick={add}
      >
        {t`Add a stop`}
      </Button>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

interface StopRowProps {
  readonly stop: StopDraft;
  readonly n: number;
  readonly total: number;
  readonly error: string | undefined;
  readonly mapScene: PickPointScene;
  readonly otherPlaces: readonly PlaceChoice[];
  readonly onChoose: (choice: PlaceChoice) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function StopRow(props: StopRowProps) {
  const { stop, n, total, error, mapScene, otherPlaces, onChoose, onMove, onRemove } = props;
  const { t } = useLingui();
  const number = n + 1;
  return (
    <div data-stop={stop.key} className="flex items-start gap-1">
      <PlaceField
        label={t`Stop ${number}`}
        hideLabel
        placeholder={t`Stop ${number}: town or village`}
        value={stop.choice}
        onChange={onChoose}
        error={error}
        onMap={mapScene}
        otherPlaces={otherPlaces}
        className="min-w-0 flex-1"
      />
      <div className="flex pt-0.5">
        <IconButton
          icon="chevron-down"
          label={t`Move stop ${number} up`}
          data-move="up"
          disabled={n === 0}
          onClick={() => onMove(n - 1)}
          className="rotate-180"
        />
        <IconButton
          icon="chevron-down"
          label={t`Move stop ${number} down`}
          data-move="down"
          disabled={n === total - 1}
          onClick={() => onMove(n + 1)}
        />
        <IconButton icon="trash" label={t`Remove stop ${number}`} onClick={onRemove} />
      </div>
    </div>
  );
}

/** The button pressed, or the other one at either end of the list, where the pressed one becomes disabled. */
function usableDirection(from: number, to: number, count: number): "up" | "down" {
  if (to === 0) return "down";
  if (to === count - 1) return "up";
  return to < from ? "up" : "down";
}
