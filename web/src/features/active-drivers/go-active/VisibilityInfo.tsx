import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { squareText } from "../nearby/driver-text.ts";

/** Says plainly what going active shows to whom, before anybody does so. */
export function VisibilityInfo({ sameGender }: { sameGender: boolean }) {
  const { t } = useLingui();
  const square = squareText();
  const minutes = Math.ceil(communitySettings.driverTimeoutS / 60);
  const rows: readonly { icon: IconName; audience: string; visible: string }[] = [
    {
      icon: "users",
      audience: sameGender ? t`People of your gender` : t`Everybody here`,
      visible: square
        ? t`can see your name, your seats, your note, about where you drive to, and that you are in a square of about ${square}. Distances to you are rounded.`
        : t`can see your name, your seats, your note, about where you drive to, and where you are.`,
    },
    {
      icon: "lock",
      audience: t`Passengers you accepted`,
      visible: square ? t`alone see exactly where you are.` : t`see where you are, too.`,
    },
    {
      icon: "clock",
      audience: t`Nobody`,
      visible: t`sees you once you switch off. In the background this page tells nothing, and after about ${plural(minutes, { one: "# minute", other: "# minutes" })} without news you are off the map and are told so.`,
    },
  ];
  return (
    <ul aria-label={t`Who sees what`} className="grid gap-2 rounded-md bg-sunken p-3.5 text-sm">
      {rows.map(({ icon, audience, visible }) => (
        <li key={icon} className="flex items-start gap-2.5">
          <Icon name={icon} className="mt-px size-4.5 text-ink-3" />
          <p className="min-w-0 flex-1 text-ink-2">
            <b className="text-ink">{audience}</b> {visible}
          </p>
        </li>
      ))}
    </ul>
  );
}
