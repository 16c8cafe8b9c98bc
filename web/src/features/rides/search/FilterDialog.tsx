import { useLingui } from "@lingui/react/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { AudienceField } from "#shared/audiences/AudienceField.tsx";
import { communitySettings } from "#shared/community-settings.ts";
import { formatAmountInput, parseAmount } from "#shared/formatting/amount-input.ts";
import { NeedsFields } from "#shared/profile/NeedsFields.tsx";
import { trustMarkList } from "#shared/trust-marks/trust-marks.queries.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { petOptions, luggageLabels, smokingOptions } from "./filter-labels.ts";
import { type Filters, NO_FILTERS } from "./search-filters.ts";
import { WalkField } from "./WalkField.tsx";

interface FilterDialogProps {
  readonly filters: Filters;
  readonly walkM: number;
  readonly onApply: (filters: Filters, walkM: number) => void;
  readonly onClose: () => void;
}

/** Dialog with all filters. Changes apply only on confirmation. */
export function FilterDialog({ filters, walkM, onApply, onClose }: FilterDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const [draft, setDraft] = useState(filters);
  const [walk, setWalk] = useState(walkM);
  const change = (changes: Partial<Filters>) =>
    setDraft({
      ...draft,
      ...changes,
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onApply(draft, walk);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Filters`}
      footer={
        <>
          <Button variant="ghost" onClick={() => onApply(NO_FILTERS, walk)}>{t`Clear all`}</Button>
          <Button type="submit" form={formId}>{t`Show rides`}</Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
        <div>
          <CheckField
            label={t`Instant booking`}
            hint={t`Only rides you can book without waiting for an answer.`}
            checked={draft.instant}
            onChange={(instant) => change({ instant })}
          />
          <CheckField
            label={t`My gender only`}
            hint={t`Only rides for people of your gender.`}
            checked={draft.sameGender}
            onChange={(sameGender) => change({ sameGender })}
          />
        </div>
        <NeedsFields
          value={draft.needs}
          hint={t`Only rides whose vehicle is listed with this.`}
          onChange={(needs) => change({ needs })}
        />
        <MarkFilter mark={draft.mark} onChange={(mark) => change({ mark })} />
        <AudienceField
          label={t`Rides for a group`}
          anyLabel={t`Any`}
          hint={t`Only rides that are for its members alone.`}
          value={draft.membersOf ?? ""}
          onChange={(id) => change({ membersOf: id || null })}
        />
        <PreferenceFilters draft={draft} change={change} />
        <WalkField walkM={walk} onChange={setWalk} />
        <MaxContributionField
          amountMinor={draft.maxContributionMinor}
          onChange={(maxContributionMinor) => change({ maxContributionMinor })}
        />
      </form>
    </Dialog>
  );
}

/** Absent in communities without trust marks. */
function MarkFilter({
  mark,
  onChange,
}: {
  mark: string | null;
  onChange: (mark: string | null) => void;
}) {
  const { t } = useLingui();
  const { data: marks = [] } = useQuery(trustMarkList);
  if (marks.length === 0) return null;
  return (
    <SelectField
      label={t`Trust mark of the host`}
      value={mark ?? ""}
      options={[
        { value: "", label: t`Any` },
        ...marks.map(({ id, name }) => ({
          value: id,
          label: name,
        })),
      ]}
      onChange={(id) => onChange(id || null)}
    />
  );
}

function PreferenceFilters({
  draft,
  change,
}: {
  draft: Filters;
  change: (changes: Partial<Filters>) => void;
}) {
  const { t, i18n } = useLingui();
  const any = { value: "", label: t`Any` };
  const toOptions = <T extends string>(
    choices: readonly {
      value: T;
      words: MessageDescriptor;
    }[],
  ) =>
    choices.map(({ value, words }) => ({
      value,
      label: i18n._(words),
    }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t`Luggage`}
        className="sm:col-span-2"
        value={String(draft.luggage ?? "")}
        options={[
          any,
          ...Object.entries(luggageLabels).map(([value, label]) => ({
            value,
            label: i18n._(label),
          })),
        ]}
        onChange={(luggage) => change({ luggage: luggage === "" ? null : Number(luggage) })}
      />
      <SelectField
        label={t`Smoking`}
        value={draft.smoking ?? ""}
        options={[any, ...toOptions(smokingOptions)]}
        onChange={(smoking) =>
          change({ smoking: smokingOptions.find(({ value }) => value === smoking)?.value ?? null })
        }
      />
      <SelectField
        label={t`Pets`}
        value={draft.pets ?? ""}
        options={[any, ...toOptions(petOptions)]}
        onChange={(pets) =>
          change({ pets: petOptions.find(({ value }) => value === pets)?.value ?? null })
        }
      />
    </div>
  );
}

/** Maximum price per seat, as free text. */
function MaxContributionField({
  amountMinor,
  onChange,
}: {
  amountMinor: number | null;
  onChange: (amountMinor: number | null) => void;
}) {
  const { t } = useLingui();
  const { currency } = communitySettings;
  const [text, setText] = useState(() =>
    amountMinor === null ? "" : formatAmountInput(amountMinor, currency),
  );
  return (
    <NumberField
      label={t`Maximum per seat (${currency})`}
      optional={t`optional`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={9}
      value={text}
      onChange={(typed) => {
        setText(typed);
        onChange(parseAmount(typed, currency) ?? null);
      }}
    />
  );
}
