import { useState } from "react";
import { cx } from "./cx.ts";
import { hueOf, initialsOf } from "./initials.ts";

const sizes = { sm: "size-9 text-xs", md: "size-11 text-sm", lg: "size-18 text-2xl", xl: "size-28 text-4xl" };

interface AvatarProps {
  /** Whose it is: a person has the same colour for every viewer, however their name is shown. */
  uid?: string | undefined;
  name?: string | null | undefined;
  email?: string | null | undefined;
  /** Initials the server already worked out, where the full name is not ours to see. */
  initials?: string | undefined;
  /** The address of the photo, where there is one. */
  photo?: string | null | undefined;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}

/** A person's photo, or initials on a background in the person's colour. The name itself must be written beside it. */
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
      <span className="pt-[.15em]">{initials ?? initialsOf(name, email)}</span>
      {photo && <Photo key={photo} address={photo} />}
    </span>
  );
}

/** Lies over the initials, which are seen until it is there, and again where it is gone. */
function Photo({ address }: { address: string }) {
  const [gone, setGone] = useState(false);
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
