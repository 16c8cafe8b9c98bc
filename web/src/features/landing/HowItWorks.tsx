import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { cx } from "#shared/ui/cx.ts";

const steps = [
  { title: msg`Verify once`, text: msg`A 6-digit code by e-mail when you register. Nobody joins a ride without it.` },
  {
    title: msg`Match`,
    text: msg`Search along the whole way of every ride. You see stops, times and the detour first.`,
  },
  { title: msg`Talk it through`, text: msg`Agree on the meeting point, luggage and cost. We take no payments.` },
  { title: msg`Ride and rate`, text: msg`Both sides rate each other when the ride is completed.` },
];

/** The four steps of sharing a drive, as stops of a journey. */
export function HowItWorks() {
  const { t, i18n } = useLingui();
  return (
    <section id="how-it-works" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-(--page) px-(--gutter) py-16 lg:py-24">
        <h2 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{t`From first message to drop-off`}</h2>
        <ol className="mt-10 grid lg:grid-cols-4">
          {steps.map(({ title, text }, i) => {
            const last = i === steps.length - 1;
            return (
              <li
                key={i}
                className={cx(
                  "relative ps-10 pe-4 pb-9 last:pb-0 lg:ps-0 lg:pt-10 lg:pb-0",
                  !last &&
                    "before:absolute before:start-[7px] before:top-3 before:-bottom-3 before:w-1 before:bg-route " +
                      "lg:before:inset-x-2 lg:before:-end-2 lg:before:top-[7px] lg:before:bottom-auto lg:before:h-1 lg:before:w-auto",
                )}
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    "absolute start-0 top-1.5 size-[18px] rounded-full border-4 border-route lg:top-0",
                    last ? "bg-route" : "bg-surface",
                  )}
                />
                <h3 className="text-xl font-bold tracking-[-.015em]">{i18n._(title)}</h3>
                <p className="mt-1 max-w-[36ch] text-ink-2">{i18n._(text)}</p>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
