import { Comfort } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { SeatStepper } from "../ui/fields/SeatStepper.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import type { VehicleFormValues } from "./vehicle-form.ts";
import { bindText } from "../forms/bind-text.ts";
import { pressedKey } from "#shared/ui/keyboard.ts";
import { CheckField } from "../ui/fields/CheckField.tsx";
import { comfortLabels } from "./preference-labels.ts";

interface VehicleFormProps {
  readonly values: VehicleFormValues;
  readonly onChange: (values: VehicleFormValues) => void;
  /** Moves the focus to the form, because the button that opened it is gone. */
  readonly takesFocus: boolean;
  readonly busy: boolean;
  readonly error: string | undefined;
  /** Hint shown if the user leaves without saving. */
  readonly unsaved?: string | undefined;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

/**
 * Make, model, colour, plate and seats of a vehicle. Not a form element, so that it can be nested in one; Enter saves.
 */
export function VehicleForm(props: VehicleFormProps) {
  const { values, onChange, takesFocus, busy, error, unsaved, onSave, onCancel } = props;
  const { t } = useLingui();
  const [triedToSave, setTriedToSave] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) root.current?.querySelector("input")?.focus();
  }, [takesFocus]);
  const change = (changes: Partial<VehicleFormValues>) =>
    onChange({
      ...values,
      ...changes,
    });
  const save = () => {
    setTriedToSave(true);
    if (!busy && values.make.trim() && values.model.trim()) onSave();
  };
  return (
    <div
      ref={root}
      role="group"
      aria-label={t`Vehicle`}
      className="grid gap-4 rounded-md bg-sunken p-4"
      onKeyDown={(event) => {
        if (pressedKey(event) !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        save();
      }}
    >
      <DescriptionFields values={values} change={change} triedToSave={triedToSave} />
      <SeatStepper
        label={t`Seats for passengers`}
        value={values.seats}
        max={8}
        onChange={(seats) => change({ seats })}
      />
      <ComfortFields value={values.comfort} onChange={(comfort) => change({ comfort })} />
      {(error ?? unsaved) && <Notice tone="bad">{error ?? unsaved}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button
          variant="soft"
          onClick={save}
          busy={busy}
          data-wrong={unsaved === undefined ? undefined : ""}
        >
          {t`Save vehicle`}
        </Button>
      </div>
    </div>
  );
}

interface DescriptionFieldsProps {
  readonly values: VehicleFormValues;
  readonly change: (changes: Partial<VehicleFormValues>) => void;
  readonly triedToSave: boolean;
}

function DescriptionFields({ values, change, triedToSave }: DescriptionFieldsProps) {
  const { t } = useLingui();
  const text = (name: "make" | "model" | "colour" | "plate", maxLength: number) => ({
    maxLength,
    ...bindText(values[name], (typed) => change({ [name]: typed })),
  });
  const missing = (name: "make" | "model") =>
    triedToSave && !values[name].trim() ? t`Please fill this in.` : undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t({
          comment: "Manufacturer of a vehicle, such as Škoda.",
          message: "Make",
        })}
        placeholder="Škoda"
        error={missing("make")}
        {...text("make", 40)}
      />
      <TextField
        label={t({
          comment: "Model of a vehicle, such as Octavia.",
          message: "Model",
        })}
        placeholder="Octavia"
        error={missing("model")}
        {...text("model", 40)}
      />
      <TextField label={t`Colour`} placeholder={t`green`} {...text("colour", 30)} />
      <TextField
        label={t`Number plate`}
        hint={t`Only passengers you've accepted see it.`}
        autoCapitalize="characters"
        {...text("plate", 15)}
      />
    </div>
  );
}

interface ComfortFieldsProps {
  readonly value: readonly Comfort[];
  readonly onChange: (value: Comfort[]) => void;
}

/** Vehicle features that some passengers need. */
function ComfortFields({ value, onChange }: ComfortFieldsProps) {
  const { t, i18n } = useLingui();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{t`Comfort`}</legend>
      <div className="grid sm:grid-cols-2">
        {Comfort.options.map((comfort) => (
          <CheckField
            key={comfort}
            label={i18n._(comfortLabels[comfort])}
            checked={value.includes(comfort)}
            onChange={(has) =>
              onChange(has ? [...value, comfort] : value.filter((other) => other !== comfort))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
