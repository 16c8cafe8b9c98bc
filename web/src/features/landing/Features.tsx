import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";

const features = [
  {
    icon: "car",
    title: msg`Host a ride`,
    text: msg`Post the trip you are making anyway. Set stops, seats and what you would like towards the fuel, then choose who rides.`,
    look: "bg-panel text-on-panel",
  },
  {
    icon: "hand",
    title: msg`Seek a seat`,
    text: msg`Say where you are and where you need to be. You see every ride that passes by, and what picking you up costs its driver in minutes.`,
    look: "bg-surface",
  },
  {
    icon: "compass",
    title: msg`See drivers nearby`,
    text: msg`Drivers who are out right now show on the map with their direction. Ask before they pass.`,
    look: "bg-lamp text-on-lamp",
  },
] as const;

/** What one can do here. */
export function Features() {
  const { t, i18n } = useLingui();
  return (
    <section id="features" className="mx-auto max-w-(--page) px-(--gutter) py-16 lg:py-24">
      <h2 className="max-w-[24ch] text-3xl leading-tight font-extrabold tracking-[-.025em]">
        {t`Three ways to share a drive`}
      </h2>
      <ul className="mt-8 grid gap-4 lg:grid-cols-[1.25fr_1fr_1fr]">
        {features.map(({ icon, title, text, look }) => (
          <li key={icon} className={cx("flex min-h-56 flex-col rounded-lg p-6 lg:p-7", look)}>
            <Icon name={icon} className="size-8" />
            <h3 className="mt-auto pt-10 text-2xl font-bold tracking-[-.02em]">{i18n._(title)}</h3>
            <p className="mt-2 leading-relaxed">{i18n._(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
