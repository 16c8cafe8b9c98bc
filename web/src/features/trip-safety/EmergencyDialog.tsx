import type { EmergencyNumbers } from "@commonlane/contract/emergency-numbers";
import type { Ride } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { formatTime } from "#shared/formatting/format.ts";
import { getDevicePosition } from "#shared/geo/device-position.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { ShareableText } from "./ShareableText.tsx";

interface EmergencyDialogProps {
  ride: Ride;
  numbers: EmergencyNumbers;
  open: boolean;
  onClose: () => void;
}

/** Links to the emergency numbers at the ride's location, and a text with the information that is asked for first. */
export function EmergencyDialog({ ride, numbers, open, onClose }: EmergencyDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Emergency`}>
      <div className="grid gap-5">
        <EmergencyCalls {...numbers} />
        <p className="text-ink-2">{t`From a mobile phone, 112 works almost everywhere, even without credit.`}</p>
        <EmergencyText ride={ride} />
      </div>
    </Dialog>
  );
}

function EmergencyCalls({ police, ambulance, fire }: EmergencyNumbers) {
  const { t } = useLingui();
  if (police === ambulance && police === fire)
    return <CallLink number={police} label={t`Call ${police}`} />;
  return (
    <div className="grid gap-2">
      <CallLink number={police} label={t`Police: call ${police}`} />
      <CallLink number={ambulance} label={t`Ambulance: call ${ambulance}`} />
      <CallLink number={fire} label={t`Fire brigade: call ${fire}`} />
    </div>
  );
}

function CallLink({ number, label }: { number: string; label: string }) {
  return (
    <a href={`tel:${number}`} className={buttonClasses("danger", "lg")}>
      <Icon name="phone" />
      {label}
    </a>
  );
}

/** Rendered only while the dialog is open, so that the device's position is not requested earlier. */
function EmergencyText({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const [position, setPosition] = useState<LatLng>();
  useEffect(() => {
    let isOpen = true;
    getDevicePosition().then(
      ({ coords }) =>
        isOpen &&
        setPosition({
          lat: coords.latitude,
          lng: coords.longitude,
        }),
      () => {},
    );
    return () => void (isOpen = false);
  }, []);
  const text = useEmergencyText(ride, position);
  return <ShareableText text={text} label={t`What to say or send`} title={t`Emergency`} />;
}

type TravelledRide = Pick<Ride, "origin" | "destination" | "vehicle" | "departsAt" | "timeZone"> & {
  readonly host: Pick<Ride["host"], "displayName">;
};

/** Location and car, in the order in which emergency services ask for them. */
export function useEmergencyText(
  { host, origin, destination, vehicle, departsAt, timeZone }: TravelledRide,
  position?: LatLng,
): string {
  const { t } = useLingui();
  const place = position && `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}`;
  const from = origin.label;
  const to = destination.label;
  const departureTime = formatTime(departsAt, timeZone);
  const car = vehicle && [vehicle.colour, vehicle.make, vehicle.model].filter(Boolean).join(" ");
  const plate = vehicle?.plate;
  // "Amara O." brings its own full stop.
  const driver = host.displayName.replace(/\.$/, "");
  return [
    t`I need help.`,
    place && t`I'm at ${place}.`,
    t`I'm travelling from ${from} to ${to}, departed at ${departureTime}.`,
    car && t`Car: ${car}.`,
    plate && t`Number plate: ${plate}.`,
    t`Driver: ${driver}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
