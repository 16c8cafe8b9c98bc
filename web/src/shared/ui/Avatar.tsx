import { cx } from "./cx.ts";
import { hueOf, initialsOf } from "./initials.ts";

const sizes = { sm: "size-9 text-xs", md: "size-11 text-sm", lg: "size-18 text-2xl" };

interface AvatarProps {
  name?: string | null | undefined;
  email?: string | null | undefined;
  /** Initials the server already worked out, where the full name is not ours to see. */
  initials?: string | undefined;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}

/** A person's initials on a ground whose hue belongs to the name. The name itself must be written beside it. */
export function Avatar({ name, email, initials, size = "md", className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      style={{ "--hue": hueOf(name ?? email ?? "") }}
      className={cx(
        "avatar grid shrink-0 place-items-center rounded-full font-display leading-none font-bold",
        sizes[size],
        className,
      )}
    >
      <span className="pt-[.15em]">{initials ?? initialsOf(name, email)}</span>
    </span>
  );
}
