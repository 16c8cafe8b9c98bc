import type { formatPhone } from "@commonlane/contract/phone-format";
import { useEffect, useState } from "react";
import { loadChunk } from "../load-chunk.ts";

/** Groups a phone number as its country does. The library is loaded once it is needed; until then digits stay ungrouped. */
export function usePhoneFormat(needed: boolean): typeof formatPhone | undefined {
  const [loaded, setLoaded] = useState<{ readonly formatPhone: typeof formatPhone }>();
  useEffect(() => {
    if (!needed || loaded) return;
    loadChunk("phone-format", () => import("@commonlane/contract/phone-format")).then(setLoaded, () => {});
  }, [needed, loaded]);
  return loaded?.formatPhone;
}
