import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { isMuted, setMuted, signalRequest, subscribeMuted, unlockSound } from "./request-sound.ts";

/** Turns the sound of new requests on or off on this device; turning it on plays it once. */
export function SoundField() {
  const { t } = useLingui();
  const muted = useSyncExternalStore(subscribeMuted, isMuted);
  return (
    <CheckField
      label={t`Sound for new requests`}
      checked={!muted}
      onChange={(isOn) => {
        setMuted(!isOn);
        if (!isOn) return;
        unlockSound();
        signalRequest();
      }}
    />
  );
}
