import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";

const features = [
  {
    icon: "car",
    title: msg`Host a ride`,
    text: msg`Post a trip you're making anyway. Set the stops, seats and price, then choose who rides with you.`,
    className: "bg-panel text-on-panel",
  },
  {
    icon: "hand",
    title: msg`Find a seat`,
    text: msg`Enter where you are and where you're going. You'll see every ride that passes by, and how many minutes picking you up would add.`,
    className: "bg-surface",
  },
  {
    icon: "compass",
    title: msg`See drivers nearby`,
    text: msg`See who's on the road right now and where they're heading. Ask before they pass.`,
    className: "bg-lamp text-on-lamp",
  },
] as const;

/** The main features. */
export function Features() {
  const { t, i18n } = useLingui();
  return (
    <section id="features" className="mx-auto max-w-(--page) px-(--gutter) py-16 lg:py-24">
      <h2 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{t`Three ways to share a ride`}</h2>
      <ul className="mt-8 grid gap-4 lg:grid-cols-[1.25fr_1fr_1fr]">
        {features.map(({ icon, title, text, className }) => (
          <li key={icon} className={cx("flex min-h-56 flex-col rounded-lg p-6 lg:p-7", className)}>
            <Icon name={icon} className="size-8" />
            <h3 className="mt-auto pt-10 text-2xl font-bold tracking-[-.02em]">{i18n._(title)}</h3>
            <p className="mt-2 leading-relaxed">{i18n._(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
