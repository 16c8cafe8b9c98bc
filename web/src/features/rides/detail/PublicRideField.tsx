import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { useSetRidePublic } from "../rides.queries.ts";

/** The host's choice who can open the link of a ride, and what visitors then see. */
export function PublicRideField({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const change = useSetRidePublic();
  const isPublic = change.isPending ? change.variables.isPublic : ride.isPublic;
  const shown = t`They see the towns, date and time, price, free seats and your first name, without an account. Exact places, your surname and your photo stay hidden.`;
  const isIndexed = communitySettings.publicRides === "indexed";
  return (
    <CheckField
      label={t`Anyone with the link can see this ride`}
      hint={isIndexed ? `${shown} ${t`Search engines may list the ride.`}` : shown}
      checked={isPublic}
      disabled={change.isPending}
      error={change.error ? errorText(change.error, t`Couldn't reach the server. Try again.`) : undefined}
      onChange={(checked) => change.mutate({ ride, isPublic: checked })}
    />
  );
}
