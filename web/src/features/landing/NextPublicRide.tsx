import { useLingui } from "@lingui/react/macro";
import { formatDay, formatMoney, formatTime } from "#shared/formatting/format.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { publicOffers, type PublicOffers } from "@commonlane/contract/public-offers";
import { useEffect, useState } from "react";
import { call } from "#shared/api/api-client.ts";

let loading: Promise<PublicOffers> | undefined;

/** Public rides and events of the next days, asked for once; undefined until they are known. */
export function usePublicOffers(): PublicOffers | undefined {
  const [offers, setOffers] = useState<PublicOffers>();
  useEffect(() => {
    let isMounted = true;
    loading ??= call(publicOffers.list, {});
    loading.then(
      (loaded) => isMounted && setOffers(loaded),
      // The page is complete without them.
      () => (loading = undefined),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return offers;
}

/** The next public ride, on the map of the community's region; nothing without one. */
export function NextPublicRide() {
  const { t } = useLingui();
  const ride = usePublicOffers()?.rides[0];
  if (!ride) return null;
  const { id, from, to, departsAt, timeZone, contribution } = ride;
  const day = formatDay(departsAt, timeZone);
  return (
    <a
      href={`/rides/${id}`}
      className="pointer-events-auto grid w-full gap-1 rounded-[18px] bg-surface p-4 no-underline shadow-3 sm:max-w-88 lg:absolute lg:end-0 lg:-bottom-14"
    >
      <span className="flex items-center gap-2 text-sm text-ink-2">
        <Icon name="car" className="text-brand-ink" />
        {t`The next ride`}
        <span className="num ms-auto rounded-full bg-lamp px-2.5 pt-1 pb-0.5 text-on-lamp">
          {contribution ? formatMoney(contribution) : t`Free`}
        </span>
      </span>
      <span className="text-lg leading-6 font-bold wrap-anywhere">{t`${from} to ${to}`}</span>
      <span className="num text-ink-2">{`${day}, ${formatTime(departsAt, timeZone)}`}</span>
    </a>
  );
}
