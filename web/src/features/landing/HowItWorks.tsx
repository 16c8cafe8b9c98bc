import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { cx } from "#shared/ui/cx.ts";

const steps = [
  {
    title: msg`Verify once`,
    text: msg`We e-mail you a 6-digit code when you sign up. No one joins a ride without it.`,
  },
  {
    title: msg({
      comment: "Step: the app finds rides that fit.",
      message: "Match",
    }),
    text: msg`We search along the entire route of every ride. You see the stops, times and detour up front.`,
  },
  {
    title: msg`Talk it through`,
    text: msg`Agree on the meeting point, luggage and price. We don't take payments.`,
  },
  {
    title: msg`Ride and rate`,
    text: msg`You rate each other after the ride.`,
  },
];

/** The four steps of sharing a ride, drawn as stops of a route. */
export function HowItWorks() {
  const { t, i18n } = useLingui();
  return (
    <section id="how-it-works" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-(--page) px-(--gutter) py-16 lg:py-24">
        <h2 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{t`From first message to dropoff`}</h2>
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
                <h3 className="text-xl font-bold tracking-[-.02em]">{i18n._(title)}</h3>
                <p className="mt-1 max-w-[36ch] text-ink-2">{i18n._(text)}</p>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
