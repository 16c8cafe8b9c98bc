import { callbackPath } from "@commonlane/contract/sign-in-providers";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { communitySettingsQuery } from "#shared/console/console.queries.ts";

/** The addresses to register with the institution, as they will be for this short name. */
export function ProviderAddresses({ id }: { id: string }) {
  const { t } = useLingui();
  const settings = useQuery(communitySettingsQuery).data;
  const site = (settings?.publicUrl ?? location.origin).replace(/(?<!\/)\/+$/, "");
  const shownId = id === "" ? "…" : id;
  const addresses = [
    {
      label: t`Redirect URI`,
      value: site + callbackPath(shownId),
    },
    {
      label: t`Redirect URI after sign-out`,
      value: `${site}/login`,
    },
    {
      label: t`Back-channel sign-out URI`,
      value: `${site}/api/identity/providers/${shownId}/back-channel-sign-out`,
    },
  ];
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-4">
      <p className="font-semibold">{t`Register these with the institution:`}</p>
      <dl className="grid gap-2">
        {addresses.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd translate="no" className="font-mono text-sm wrap-anywhere select-all">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
