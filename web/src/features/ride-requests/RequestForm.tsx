import type { Profile } from "@commonlane/contract/profiles";
import { NOTE_MAX_LENGTH, RIDE_SEATS_MAX } from "@commonlane/contract/limits";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { endsOnMap } from "#shared/places/ends-on-map.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { NeedsFields } from "#shared/profile/NeedsFields.tsx";
import { PreferenceFields } from "#shared/profile/PreferenceFields.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/CheckField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SelectField } from "#shared/ui/SelectField.tsx";
import { Stepper } from "#shared/ui/Stepper.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { useMaskHint } from "#shared/words/use-hidden.ts";
import { MostFields } from "./MostFields.tsx";
import type { RequestFields, RequestFormProps } from "./request-fields.ts";
import { errorOn } from "./request-problems.ts";
import { luggageWords } from "./request-wording.ts";
import { useRequestForm } from "./use-request-form.ts";
import { WindowFields } from "./WindowFields.tsx";

/** Where, when, how many, what it may cost, and how one likes it on board. */
export function RequestForm(props: RequestFormProps) {
  const { t } = useLingui();
  const { form, fields, firm, problem, busy, submit, startOver, isTouched, dialog } = useRequestForm(props);
  return (
    <>
      <form
        ref={form}
        noValidate
        aria-labelledby="request-form"
        className="grid gap-7"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {firm > 0 && <Firm waiting={firm} />}
        <fieldset disabled={firm > 0} className="grid min-w-0 gap-7">
          <legend className="sr-only">{t`Where, when and how many`}</legend>
          <WayFields {...fields} />
          <WindowFields {...fields} />
          <Stepper
            label={t`Seats`}
            value={fields.draft.seats}
            min={1}
            max={RIDE_SEATS_MAX}
            onChange={(seats) => fields.change({ seats })}
            lessLabel={t`One seat fewer`}
            moreLabel={t`One seat more`}
          />
          <Carried {...fields} />
          <OwnGenderOnly {...fields} gender={props.profile?.gender ?? null} />
        </fieldset>
        <MostFields {...fields} />
        <PreferenceFields value={fields.draft.preferences} onChange={(preferences) => fields.change({ preferences })} />
        <TextAreaField
          label={t`Note to drivers`}
          optional={t`optional`}
          placeholder={t`Luggage, where you can be picked up, who comes along…`}
          maxLength={NOTE_MAX_LENGTH}
          value={fields.draft.note}
          hint={useMaskHint(fields.draft.note)}
          error={errorOn(fields.errors, "note")}
          onChange={(event) => fields.change({ note: event.target.value })}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          {isTouched && (
            <Button variant="ghost" onClick={startOver}>
              {t`Start over`}
            </Button>
          )}
          <Button type="submit" busy={busy} className="ms-auto">
            {props.changing ? t`Save changes` : (props.sendLabel ?? t`Post this request`)}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}

function Firm({ waiting }: { waiting: number }) {
  const { t } = useLingui();
  return (
    <Notice tone="info">
      {t`${plural(waiting, { one: "# offer waits", other: "# offers wait" })} for your answer, so where, when and for how many stay as they are. Decline what waits to change them.`}
    </Notice>
  );
}

function WayFields({ draft, change, errors }: RequestFields) {
  const { t } = useLingui();
  const onMap = endsOnMap(draft.origin, draft.destination);
  return (
    <div className="grid gap-4">
      <PlaceField
        label={t`From`}
        value={draft.origin}
        onChange={(origin) => change({ origin })}
        error={errorOn(errors, "origin")}
        offerHere
        onMap={onMap}
      />
      <PlaceField
        label={t`To`}
        value={draft.destination}
        onChange={(destination) => change({ destination })}
        error={errorOn(errors, "destination")}
        onMap={onMap}
      />
      <p className="text-sm text-ink-3">
        {t`Drivers are shown about where this is. Only the one whose offer you accept learns it exactly.`}
      </p>
    </div>
  );
}

function Carried(fields: RequestFields) {
  return (
    <>
      <Luggage {...fields} />
      <Needs {...fields} />
    </>
  );
}

function Luggage({ draft, change }: RequestFields) {
  const { t, i18n } = useLingui();
  const sizes = Object.entries(luggageWords).map(([value, words]) => ({ value, label: i18n._(words) }));
  return (
    <SelectField
      label={t`Luggage`}
      value={String(draft.luggage)}
      options={[{ value: "0", label: t`Nothing to speak of` }, ...sizes]}
      onChange={(luggage) => change({ luggage: Number(luggage) })}
    />
  );
}

function Needs({ draft, change }: RequestFields) {
  const { t } = useLingui();
  return (
    <NeedsFields
      value={draft.needs}
      hint={t`Whoever looks at this request sees it. Only drivers whose vehicle has it can answer.`}
      onChange={(needs) => change({ needs })}
    />
  );
}

function OwnGenderOnly({ draft, change, errors, gender }: RequestFields & { gender: Profile["gender"] }) {
  const { t } = useLingui();
  const known = gender !== null && gender !== "undisclosed";
  return (
    <CheckField
      label={t`Only drivers of my gender`}
      hint={known ? undefined : t`To use this, say your gender in your profile first.`}
      error={errorOn(errors, "audience")}
      checked={draft.sameGender}
      disabled={!known && !draft.sameGender}
      onChange={(sameGender) => change({ sameGender })}
    />
  );
}
