import { useLingui } from "@lingui/react/macro";
import { Suspense, useId, useState } from "react";
import type { PickPointScene } from "#shared/map/PickPointDialog.tsx";
import { cx } from "#shared/ui/cx.ts";
import { controlClasses, Field } from "#shared/ui/fields/Field.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { toPlaceChoice, type PlaceChoice } from "./place-choice.ts";
import { PlaceCombobox } from "./PlaceCombobox.tsx";

const PickPointDialog = lazyScreen(
  () => import("#shared/map/PickPointDialog.tsx"),
  "PickPointDialog",
);

interface PlaceFieldProps {
  readonly label: string;
  readonly value: PlaceChoice;
  readonly onChange: (choice: PlaceChoice) => void;
  readonly placeholder?: string | undefined;
  readonly error?: string | undefined;
  readonly hideLabel?: boolean | undefined;
  /** Without a border, as part of a larger field. */
  readonly bare?: boolean | undefined;
  /** Offers the device's position as the first suggestion. */
  readonly offerHere?: boolean | undefined;
  /** Offers to pick the place on a map with this content. */
  readonly onMap?: PickPointScene | undefined;
  /** Of the form's other fields; saved and recent places among them are not offered again. */
  readonly otherPlaces?: readonly PlaceChoice[] | undefined;
  readonly className?: string | undefined;
}

/** A text field with place suggestions: a combobox with a list box (WAI-ARIA 1.2), fully usable by keyboard. */
export function PlaceField(props: PlaceFieldProps) {
  const { label, error, hideLabel, bare, className, onMap } = props;
  if (bare) return <BareField {...props} />;
  return (
    <Field label={label} error={error} hideLabel={hideLabel} className={cx("relative", className)}>
      {(wiring) => (
        <div className="relative">
          <PlaceCombobox
            {...props}
            hasMap={onMap !== undefined}
            wiring={wiring}
            inputClassName={cx(controlClasses, onMap && "pe-13")}
          />
          {onMap && <ChooseOnMapButton {...props} scene={onMap} />}
        </div>
      )}
    </Field>
  );
}

/** Button in a field that opens the map. */
function ChooseOnMapButton({
  label,
  value,
  onChange,
  bare,
  scene,
}: PlaceFieldProps & { scene: PickPointScene }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="pin"
        label={t`${label}: choose on the map`}
        onClick={() => setOpen(true)}
        className={cx("absolute", bare ? "end-0 top-1.5" : "end-0.5 top-0.5")}
      />
      {open && (
        <Suspense>
          <PickPointDialog
            title={label}
            scene={{
              ...scene,
              start: value.place ?? scene.start,
            }}
            onPick={(place) => {
              setOpen(false);
              onChange(toPlaceChoice(place));
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function BareField(props: PlaceFieldProps) {
  const id = useId();
  return (
    <div className={cx("relative min-w-0", props.className)}>
      <label htmlFor={id} className="block text-xs text-ink-3">
        {props.label}
      </label>
      <PlaceCombobox
        {...props}
        hasMap={props.onMap !== undefined}
        wiring={{
          id,
          "aria-describedby": undefined,
          "aria-invalid": props.error ? true : undefined,
        }}
        inputClassName={cx(
          "w-full min-w-0 bg-transparent text-base font-semibold text-ink outline-none placeholder:font-normal placeholder:text-ink-3",
          props.onMap && "pe-11",
        )}
      />
      {props.onMap && <ChooseOnMapButton {...props} scene={props.onMap} />}
    </div>
  );
}
