import { useEffect, useState } from "react";
import { onOfflineChange } from "../connection/connection-status.ts";
import { cx } from "./cx.ts";

/**
 * Initials of an avatar (specification, section 2): first letters of the first two words of the display name, or of its
 * only word, or of the e-mail, or "U".
 */
export function initialsOf(displayName?: string | null, email?: string | null): string {
  const words = (displayName ?? "").trim().split(/\s+/).filter(Boolean);
  const letters = words.slice(0, 2).map(firstLetter).join("");
  return letters || firstLetter((email ?? "").trim()) || "U";
}

/** A letter of ASCII that nothing combines with. */
const PLAIN_START = /^[!-~](?![^ -~])/;

/** First grapheme: a combining accent stays with its letter. */
function firstLetter(text: string): string {
  // A segmenter takes a phone up to 0.1 s to create, before its first screen; most names do without.
  const first = PLAIN_START.exec(text)?.[0] ?? firstGrapheme(text);
  return first.toLocaleUpperCase();
}

let graphemes: Intl.Segmenter | undefined;

function firstGrapheme(text: string): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const [first] = graphemes.segment(text);
  return first?.segment ?? "";
}

/** Initials of Arabic names are not joined to one word (zero-width non-joiner). */
const separateLetters = (initials: string): string =>
  initials.replaceAll(/(?<=\p{Script=Arabic})(?=\p{Script=Arabic})/gu, "\u200C");

/** A hue in degrees, always the same for the same text, such as a uid. */
export function hueOf(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return sum;
}

const sizes = {
  sm: "size-9 text-xs",
  md: "size-11 text-sm",
  lg: "size-18 text-2xl",
  xl: "size-28 text-3xl",
};

interface AvatarProps {
  /** User whose colour is used, so that it does not depend on how the name is displayed. */
  uid?: string | undefined;
  name?: string | null | undefined;
  email?: string | null | undefined;
  /** Initials computed by the server, for users whose full name is not visible. */
  initials?: string | undefined;
  /** URL of the photo, if any. */
  photo?: string | null | undefined;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}

/** A user's photo, or initials on the user's colour. The name must be displayed next to it. */
export function Avatar({ uid, name, email, initials, photo, size = "md", className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      style={{ "--hue": hueOf(uid ?? name ?? email ?? "") }}
      className={cx(
        "avatar relative grid shrink-0 place-items-center overflow-hidden rounded-full font-display leading-none font-bold",
        sizes[size],
        className,
      )}
    >
      <span translate="no" className="pt-[.15em]">
        {separateLetters(initials ?? initialsOf(name, email))}
      </span>
      {photo && <Photo key={photo} address={photo} />}
    </span>
  );
}

/** Covers the initials, which show until the photo has loaded or if it fails. Offline it may fail, so it is tried again. */
function Photo({ address }: { address: string }) {
  const [gone, setGone] = useState(false);
  useEffect(() => onOfflineChange((isOffline) => !isOffline && setGone(false)), []);
  if (gone) return null;
  return (
    <img
      src={address}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setGone(true)}
      className="absolute inset-0 size-full object-cover"
    />
  );
}
