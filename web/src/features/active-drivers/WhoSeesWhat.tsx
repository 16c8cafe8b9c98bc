import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { operator } from "#shared/operator.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { squareText } from "./driver-wording.ts";

/** Says plainly what going active shows to whom, before anybody does so. */
export function WhoSeesWhat({ sameGender }: { sameGender: boolean }) {
  const { t } = useLingui();
  const square = squareText();
  const minutes = Math.ceil(operator.driverSilentS / 60);
  const lines: readonly { icon: IconName; who: string; what: string }[] = [
    {
      icon: "users",
      who: sameGender ? t`People of your gender` : t`Everybody here`,
      what: square
        ? t`can see your name, your seats, your note, about where you drive to, and that you are in a square of about ${square}. Distances to you are rounded.`
        : t`can see your name, your seats, your note, about where you drive to, and where you are.`,
    },
    {
      icon: "lock",
      who: t`Passengers you accepted`,
      what: square ? t`alone see exactly where you are.` : t`see where you are, too.`,
    },
    {
      icon: "clock",
      who: t`Nobody`,
      what: t`sees you once you switch off. In the background this page tells nothing, and after about ${plural(minutes, { one: "# minute", other: "# minutes" })} without news you are off the map and are told so.`,
    },
  ];
  return (
    <ul aria-label={t`Who sees what`} className="grid gap-2 rounded-md bg-sunken p-3.5 text-sm">
      {lines.map(({ icon, who, what }) => (
        <li key={icon} className="flex items-start gap-2.5">
          <Icon name={icon} className="mt-px size-4.5 text-ink-3" />
          <p className="min-w-0 flex-1 text-ink-2">
            <b className="text-ink">{who}</b> {what}
          </p>
        </li>
      ))}
    </ul>
  );
}
