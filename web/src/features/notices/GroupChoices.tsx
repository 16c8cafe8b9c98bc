import type { NoticeSettings } from "@commonlane/contract/notice-channels";
import { type NoticeChannel, noticeGroups } from "@commonlane/contract/notices";
import { useLingui } from "@lingui/react/macro";
import { Notice } from "#shared/ui/Notice.tsx";
import { groupWords } from "./group-words.ts";
import { useChangeSettings } from "./notices.queries.ts";

const CHANNELS: readonly NoticeChannel[] = ["push", "email"];

/** Which kinds of notices come by which way; each is saved as it is chosen. In the list they stand in any case. */
export function GroupChoices({ settings }: { settings: NoticeSettings }) {
  const { t, i18n } = useLingui();
  const save = useChangeSettings();
  const pending = save.isPending ? save.variables.channels : undefined;
  const names = { push: t`Push`, email: t`E-mail` };
  return (
    <div className="grid gap-3">
      <table className="w-full rounded-lg border border-line bg-surface text-start">
        <caption className="pb-2 text-start font-bold">{t`What you are told, and how`}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-ink-2">
            <th scope="col" className="p-3 ps-4 text-start font-semibold">{t`Kind`}</th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col" className="w-18 p-3 text-center font-semibold">
                {names[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {noticeGroups.map((group) => {
            const { name, hint } = groupWords[group];
            return (
              <tr key={group}>
                <th scope="row" className="p-3 ps-4 text-start font-semibold">
                  {i18n._(name)}
                  <span className="block text-sm font-normal text-ink-3">{i18n._(hint)}</span>
                </th>
                {CHANNELS.map((channel) => (
                  <td key={channel} className="text-center">
                    <label className="inline-grid size-11 place-items-center">
                      <span className="sr-only">{`${i18n._(name)}: ${names[channel]}`}</span>
                      <input
                        type="checkbox"
                        className="size-5 accent-brand"
                        checked={pending?.[group]?.[channel] ?? settings.channels[group][channel]}
                        onChange={(event) =>
                          save.mutate({ channels: { [group]: { [channel]: event.target.checked } } })
                        }
                      />
                    </label>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      <p className="text-sm text-ink-3">
        {t`A letter comes only where a push did not arrive. In the list of notices you find everything.`}
      </p>
    </div>
  );
}
