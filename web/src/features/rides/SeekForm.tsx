import { RIDE_SEATS_MAX } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Stepper } from "#shared/ui/Stepper.tsx";
import type { RideWish } from "./search-url.ts";
import { useWishForm, type WishForm } from "./use-wish-form.ts";
import { WalkField } from "./WalkField.tsx";
import { WhenFields, WhereFields } from "./WishFields.tsx";

/** The search in three steps: where, when, and with how many on how long legs. */
export function SeekForm({ wish, onLook }: { wish: RideWish; onLook: (wish: RideWish) => void }) {
  const { t } = useLingui();
  const form = useWishForm(wish, onLook);
  const { fields, change } = form;
  return (
    <form
      role="search"
      aria-label={t`Seek a ride`}
      className="grid gap-6 rounded-lg border border-line bg-surface p-5 shadow-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.busy) void form.submit();
      }}
    >
      <Step title={t`Where`}>
        <WhereFields form={form} />
      </Step>
      <Step title={t`When`}>
        <div className="grid gap-3 min-[23rem]:grid-cols-[1.2fr_1fr]">
          <WhenFields form={form} />
        </div>
        <p className="text-sm text-ink-3">
          <WhenHint {...fields} />
        </p>
      </Step>
      <Step title={t`Who and how`}>
        <Stepper
          label={t`Seats`}
          value={fields.seats}
          min={1}
          max={RIDE_SEATS_MAX}
          onChange={(seats) => change({ seats })}
          lessLabel={t`One seat fewer`}
          moreLabel={t`One seat more`}
        />
        <WalkField walkM={fields.walkM} onChange={(walkM) => change({ walkM })} />
      </Step>
      <Button type="submit" icon="search" size="lg" busy={form.busy}>
        {t`Seek rides`}
      </Button>
    </form>
  );
}

function WhenHint({ time, flexible }: WishForm["fields"]) {
  const { t } = useLingui();
  if (flexible) return t`Any ride of these days, the nearest day first.`;
  return time === null ? t`Any ride of that day.` : t`Getting in at most two hours before or after.`;
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-display text-lg font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}
