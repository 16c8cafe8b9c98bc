import type { ContactKind } from "@commonlane/contract/contact-details";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { loadPart } from "../load-part.ts";
import { hiddenText } from "./hidden-text.ts";

/**
 * The contact details in a text that strangers do not see, as a phrase. Found with the server's own code, which is loaded
 * with the first text; without it there is no hint, and the server masks all the same.
 */
export function useHidden(text: string | null | undefined): string | undefined {
  const [found, setFound] = useState<{ readonly text: string; readonly kinds: readonly ContactKind[] }>();
  useEffect(() => {
    if (!text?.trim()) return undefined;
    let current = true;
    const find = async () => {
      const { maskContactDetails } = await loadPart("contact-mask", () => import("@commonlane/contract/contact-mask"));
      if (current) setFound({ text, kinds: maskContactDetails(text).hidden });
    };
    find().catch(() => {});
    return () => {
      current = false;
    };
  }, [text]);
  // While the next text is searched the last answer stays, so that the hint does not flicker with each key.
  return text?.trim() && found && found.kinds.length > 0 ? hiddenText(found.kinds) : undefined;
}

/** The hint below a field whose text is masked for strangers. */
export function useMaskHint(text: string): string | undefined {
  const hidden = useHidden(text);
  return hidden && i18n._(msg`Until a seat is accepted, the other side does not see ${hidden}.`);
}
