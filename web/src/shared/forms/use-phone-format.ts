import type { formatPhone } from "@commonlane/contract/phone-format";
import { useEffect, useState } from "react";
import { loadChunk } from "../load-chunk.ts";

/** Formatter for phone numbers. The library loads on demand; until then digits are not grouped. */
export function usePhoneFormat(needed: boolean): typeof formatPhone | undefined {
  const [loaded, setLoaded] = useState<{ readonly formatPhone: typeof formatPhone }>();
  useEffect(() => {
    if (!needed || loaded) return;
    loadChunk("phone-format", () => import("@commonlane/contract/phone-format")).then(
      setLoaded,
      () => {},
    );
  }, [needed, loaded]);
  return loaded?.formatPhone;
}
