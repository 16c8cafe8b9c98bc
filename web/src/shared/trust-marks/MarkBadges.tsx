import type { TrustMark } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type PointerEvent, useId, useRef } from "react";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { pressedKey } from "#shared/ui/keyboard.ts";

interface MarkBadgesProps {
  readonly marks: readonly TrustMark[] | undefined;
  readonly className?: string;
}

/** The trust marks that a person shows, each with its meaning on tap, focus and hover. Nothing without marks. */
export function MarkBadges({ marks = [], className }: MarkBadgesProps) {
  const { t } = useLingui();
  if (marks.length === 0) return null;
  return (
    <ul aria-label={t`Trust marks`} className={cx("flex min-w-0 flex-wrap gap-1.5", className)}>
      {marks.map((mark) => (
        <li key={mark.id} className="flex max-w-full min-w-0">
          <MarkBadge mark={mark} />
        </li>
      ))}
    </ul>
  );
}

/** The meaning lies in the top layer, because cards cut off what leaves them. Its badge lies above the card's link. */
function MarkBadge({ mark: { name, meaning } }: { mark: TrustMark }) {
  const id = useId();
  const badge = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const show = () => badge.current && tip.current && showBelow(tip.current, badge.current);
  const hide = () => tip.current?.hidePopover();
  const isTipOrBadge = (target: EventTarget | null) =>
    target === tip.current || target === badge.current;
  // The pointer may move onto the meaning.
  const onPointerLeave = ({ pointerType, relatedTarget }: PointerEvent) => {
    if (
      pointerType === "mouse" &&
      !isTipOrBadge(relatedTarget) &&
      document.activeElement !== badge.current
    )
      hide();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== "Escape" || !tip.current?.matches(":popover-open")) return;
    event.stopPropagation();
    hide();
  };
  return (
    <>
      <button
        ref={badge}
        type="button"
        aria-describedby={id}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && show()}
        onPointerLeave={onPointerLeave}
        onFocus={show}
        onBlur={hide}
        onClick={() => {
          // Safari does not focus a button that is tapped, and then nothing would hide the meaning again.
          badge.current?.focus();
          show();
        }}
        onKeyDown={onKeyDown}
        className="relative z-10 inline-flex min-h-6 max-w-full min-w-0 cursor-help items-center gap-1 rounded-full bg-ok-soft px-2 py-0.5 text-xs font-semibold text-ok"
      >
        <Icon name="check-circle" className="size-3.5 shrink-0" />
        <span className="truncate">{name}</span>
      </button>
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        onPointerLeave={onPointerLeave}
        className="fixed m-0 w-max max-w-72 rounded-md bg-ink px-3 py-2 text-sm text-paper shadow-2 wrap-anywhere"
      >
        {meaning}
      </span>
    </>
  );
}

const MARGIN_PX = 8;

/** Shows a popover below its badge, or above where there is no room, inside the window. */
function showBelow(tip: HTMLElement, badge: HTMLElement): void {
  if (!tip.matches(":popover-open")) tip.showPopover();
  const { left, top, bottom } = badge.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const { clientWidth, clientHeight } = document.documentElement;
  const below = bottom + MARGIN_PX / 2;
  const fitsBelow = below + height + MARGIN_PX <= clientHeight;
  tip.style.left = `${Math.max(MARGIN_PX, Math.min(left, clientWidth - width - MARGIN_PX))}px`;
  tip.style.top = `${fitsBelow ? below : top - height - MARGIN_PX / 2}px`;
}
