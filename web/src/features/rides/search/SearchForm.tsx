import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { SeatStepper } from "#shared/ui/fields/SeatStepper.tsx";
import type { SearchCriteria } from "./search-url.ts";
import { useSearchForm, type SearchFormState } from "./use-search-form.ts";
import { WalkField } from "./WalkField.tsx";
import { WhenFields, WhereFields } from "./SearchFields.tsx";

/** Search form in three sections: route, time, seats and walking. */
export function SearchForm({
  criteria,
  onSearch,
}: {
  criteria: SearchCriteria;
  onSearch: (criteria: SearchCriteria) => void;
}) {
  const { t } = useLingui();
  const form = useSearchForm(criteria, onSearch);
  const { fields, change } = form;
  return (
    <form
      role="search"
      aria-label={t`Find a ride`}
      className="grid gap-4 card p-4 shadow-1 sm:gap-6 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.busy) void form.submit();
      }}
    >
      <FormSection title={t`Route`}>
        <WhereFields form={form} />
      </FormSection>
      <FormSection title={t`When`}>
        <div className="grid gap-3 min-[23rem]:grid-cols-[1.2fr_1fr]">
          <WhenFields form={form} />
        </div>
        <p className="text-sm text-ink-3">
          <DepartureHint {...fields} />
        </p>
      </FormSection>
      <FormSection title={t`Seats and walking`}>
        <SeatStepper
          label={t`Seats`}
          value={fields.seats}
          onChange={(seats) => change({ seats })}
        />
        <WalkField walkM={fields.walkM} onChange={(walkM) => change({ walkM })} />
      </FormSection>
      <Button type="submit" icon="search" size="lg" busy={form.busy}>
        {t`Find rides`}
      </Button>
    </form>
  );
}

function DepartureHint({ time, flexible }: SearchFormState["fields"]) {
  const { t } = useLingui();
  if (flexible) return t`Any ride on these days, the closest day first.`;
  return time === null ? t`Any ride on that day.` : t`Pickup up to two hours before or after.`;
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-display text-lg font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}
