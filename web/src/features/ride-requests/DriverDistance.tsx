import type { LatLng } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatDistance } from "#shared/formatting/format.ts";
import { distanceToDriver } from "./ride-requests.queries.ts";

/** How far away an active driver is; nothing if that is unknown. */
export function DriverDistance({ driverUid, from }: { driverUid: string; from: LatLng }) {
  const { t } = useLingui();
  const distanceKm = useQuery(distanceToDriver(driverUid, from)).data;
  if (distanceKm === undefined || distanceKm === null) return null;
  // Strangers never see less than half a kilometre.
  const away = formatDistance(Math.max(distanceKm, 0.5) * 1000);
  return (
    <span className="font-semibold">
      {distanceKm < 0.5 ? t`Within about ${away}.` : t`About ${away} away.`}
    </span>
  );
}
