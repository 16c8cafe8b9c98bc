import type { ContactKind } from "@commonlane/contract/contact-details/contact-details";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { loadChunk } from "../load-chunk.ts";
import { listFormat } from "#shared/formatting/formatters.ts";

/**
 * Contact details in a text that are masked for strangers, as a phrase. Uses the server's own code, loaded with the
 * first text; if that fails there is no hint, but the server still masks.
 */
export function useMaskedDetails(text: string | null | undefined): string | undefined {
  const [found, setFound] = useState<{
    readonly text: string;
    readonly kinds: readonly ContactKind[];
  }>();
  useEffect(() => {
    if (!text?.trim()) return undefined;
    let current = true;
    const find = async () => {
      const { maskContactDetails } = await loadChunk(
        "contact-mask",
        () => import("@commonlane/contract/contact-details/mask"),
      );
      if (current)
        setFound({
          text,
          kinds: maskContactDetails(text).hidden,
        });
    };
    find().catch(() => {});
    return () => {
      current = false;
    };
  }, [text]);
  // The previous result stays during the next search, so that the hint does not flicker with each key.
  return text?.trim() && found && found.kinds.length > 0
    ? formatContactKinds(found.kinds)
    : undefined;
}

/** Hint below a field whose text is masked for strangers. */
export function useMaskHint(text: string): string | undefined {
  const maskedDetails = useMaskedDetails(text);
  return (
    maskedDetails &&
    i18n._(msg`The other person can't see ${maskedDetails} until a seat is accepted.`)
  );
}

/** Phrase for the masked kinds of contact details. */
export function formatContactKinds(kinds: readonly ContactKind[]): string {
  const names: Record<ContactKind, string> = {
    phone: i18n._(msg`phone numbers`),
    email: i18n._(msg`e-mail addresses`),
    link: i18n._(msg`links`),
    handle: i18n._(msg`user names`),
  };
  return listFormat({ type: "conjunction" }).format(kinds.map((kind) => names[kind]));
}
