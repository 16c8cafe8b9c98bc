import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { useHere } from "./use-here.ts";

/** Takes the place of this device, once, when asked. */
export function HereButton({ onPlace }: { onPlace: (place: Place) => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const { looking, look } = useHere();
  const press = async () => {
    const here = await look();
    if (here) onPlace(here);
    else toast({ message: t`Your position could not be found. Type a place instead.`, type: "warning" });
  };
  return (
    <Button icon="locate" busy={looking} onClick={() => void press()}>
      {t`Use my position`}
    </Button>
  );
}
