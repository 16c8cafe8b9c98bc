import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { formatMoney } from "#shared/formatting/format.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { ownSeatRequestsForRide } from "#shared/seats/own-seat-requests.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { needsReplacement } from "../request-status.ts";
import { SeatRequestStatusPill } from "../SeatRequestStatusPill.tsx";
import { standbyQueue } from "../standby/standby.queries.ts";
import { StandbyPosition } from "../standby/StandbyPosition.tsx";
import { OwnRequest } from "./OwnRequest.tsx";
import type { RideSegmentProps } from "./seat-request-draft.ts";
import {
  type SeekerAction,
  type SeekerState,
  getSeekerAction,
  getSeekerState,
} from "./seeker-state.ts";

const Replacements = lazyScreen(() => import("./Replacements.tsx"), "Replacements");
const BookingSheet = lazyScreen(() => import("./BookingSheet.tsx"), "BookingSheet");

interface SeekerPanelProps extends RideSegmentProps {
  /** True if the ride is active and has not departed. */
  readonly isUpcoming: boolean;
  /** Opens the booking sheet at once. */
  readonly opensBooking?: boolean | undefined;
  /** Other ways to travel after a failed request: a ride request, an alert and a search. */
  readonly renderOtherWays?: ((request: SeatRequest) => ReactNode) | undefined;
}

/** Seeker's part of the ride page: the status of their request, or the button that opens the booking sheet. */
export function SeekerPanel(props: SeekerPanelProps) {
  const { ride, isUpcoming, opensBooking = false } = props;
  const [isBooking, setBooking] = useState(opensBooking);
  const { data, isPending } = useQuery(ownSeatRequestsForRide(ride.id));
  const standbyQueueQuery = useQuery({
    ...standbyQueue(ride.id),
    enabled: ride.status === "scheduled",
  });
  if (isPending) return <Skeleton className="h-14 rounded-lg" />;
  // If the request fails to load, the sheet still works: the server rejects a second request.
  const state = getSeekerState({
    requests: data?.items ?? [],
    standbyEntry: standbyQueueQuery.data?.own,
    isUpcoming,
  });
  if (state.kind === "open")
    return <Requestable {...props} state={state} isBooking={isBooking} setBooking={setBooking} />;
  // A request or a place in line closes the sheet, also for the time after it.
  if (isBooking) setBooking(false);
  return <Status {...props} state={state} />;
}

type ShownState<Kind extends SeekerState["kind"]> = Extract<SeekerState, { kind: Kind }>;

interface RequestableProps extends SeekerPanelProps {
  readonly state: ShownState<"open">;
  readonly isBooking: boolean;
  readonly setBooking: (isBooking: boolean) => void;
}

function Requestable(props: RequestableProps) {
  const { ride, segment, otherRides, state, isBooking, setBooking } = props;
  const { t } = useLingui();
  const { uid } = useUser();
  const profile = useQuery(ownProfile);
  const draftName = `ask.${uid}.${ride.id}.${coordinatesKey(segment.pickup)}.${coordinatesKey(segment.dropoff)}`;
  const { contribution } = segment;
  const action = useActionLabel(state, props);
  return (
    // No box around them: the bar of phones takes no room in the page.
    <>
      {state.request && needsReplacement(state.request) && (
        <Suspense fallback={null}>
          <Replacements request={state.request} renderOtherWays={props.renderOtherWays} />
        </Suspense>
      )}
      <BookingBar
        content={
          <p className="leading-tight">
            <span className="num block text-xl">
              {contribution ? formatMoney(contribution) : t`Free`}
            </span>
            {contribution && <span className="text-xs text-ink-3">{t`per seat`}</span>}
          </p>
        }
        action={action ?? ""}
        onAction={() => setBooking(true)}
      />
      {isBooking && !profile.isPending && (
        <Suspense>
          <BookingSheet
            key={draftName}
            ride={ride}
            segment={segment}
            otherRides={otherRides}
            draftName={draftName}
            needs={profile.data?.needs ?? []}
            earlierRequest={state.request}
            onClose={() => setBooking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

type StatusProps = SeekerPanelProps & { state: Exclude<SeekerState, { kind: "open" }> };

function Status(props: StatusProps) {
  const { state } = props;
  const action = useActionLabel(state, props);
  return (
    <StickyActionPanel
      bar={
        action
          ? {
              content: <StatusPill state={state} />,
              action,
            }
          : undefined
      }
    >
      <StatusDetails {...props} />
    </StickyActionPanel>
  );
}

function StatusDetails({ ride, otherRides, renderOtherWays, state }: StatusProps) {
  const { t } = useLingui();
  if (state.kind === "standby")
    return <StandbyPosition entry={state.standbyEntry} ride={ride} otherRides={otherRides} />;
  if (!state.request) return <Notice tone="info">{t`You can't join this ride any more.`}</Notice>;
  return (
    <div className="grid gap-5">
      {/* Replacements come first, unless the seeker ended the request. */}
      {state.kind === "closed" && needsReplacement(state.request) && (
        <Suspense fallback={null}>
          <Replacements request={state.request} renderOtherWays={renderOtherWays} />
        </Suspense>
      )}
      <OwnRequest request={state.request} ride={ride} />
    </div>
  );
}

/** Label of the page's primary button. */
function useActionLabel(
  state: SeekerState,
  { ride, segment, isUpcoming }: SeekerPanelProps,
): string | undefined {
  const { t } = useLingui();
  const action = getSeekerAction(state, {
    isUpcoming,
    approval: ride.approval,
    segment,
  });
  const labels: Record<SeekerAction, string> = {
    ask: t`${plural(segment.seats, {
      one: "Ask for a seat",
      other: "Ask for seats",
    })}`,
    book: t`Book instantly`,
    full: t`Join the waitlist`,
    request: t`View your request`,
    seat: t`View your seat`,
    answer: t`Please answer`,
    place: t`View your place in line`,
  };
  return action && labels[action];
}

function StatusPill({ state }: { state: Exclude<SeekerState, { kind: "open" }> }) {
  const { t } = useLingui();
  if (state.kind === "standby") return <Pill tone="info" icon="clock">{t`On the waitlist`}</Pill>;
  return state.request && <SeatRequestStatusPill request={state.request} />;
}

const coordinatesKey = ({ lat, lng }: { lat: number; lng: number }): string =>
  `${lat.toFixed(3)},${lng.toFixed(3)}`;

interface BookingBarProps {
  /** Beside the button on phones, such as the price. */
  readonly content: ReactNode;
  readonly action: string;
  readonly onAction: () => void;
}

/** The ride page's primary button: fixed above the tabs on phones, below the ride's summary on wide windows. */
function BookingBar({ content, action, onAction }: BookingBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-20 flex items-center gap-4 border-t border-line bg-surface px-4 py-2.5 shadow-3 lg:static lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none">
      <div className="min-w-0 lg:hidden">{content}</div>
      <Button
        size="lg"
        aria-haspopup="dialog"
        onClick={onAction}
        className="ms-auto shrink! lg:w-full"
      >
        {action}
      </Button>
    </div>
  );
}

interface StickyActionPanelProps {
  /** Content of the phone's sticky bar and its button label; no bar if undefined. */
  bar:
    | {
        readonly content: ReactNode;
        readonly action: string;
      }
    | undefined;
  children: ReactNode;
}

const PANEL_ID = "ask";

/** Container of the request form, with a sticky bar on phones while the form is out of view. */
function StickyActionPanel({ bar, children }: StickyActionPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const isVisible = useIsVisible(panel);
  const scrollToPanel = () => {
    panel.current?.scrollIntoView({ block: "start" });
    panel.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div ref={panel} id={PANEL_ID} tabIndex={-1} className="scroll-mt-20 rounded-lg outline-none">
        {children}
      </div>
      {bar && !isVisible && (
        <div className="fixed inset-x-0 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-20 flex items-center justify-between gap-3 border-t border-line bg-surface px-4 py-2.5 shadow-3 lg:hidden">
          {bar.content}
          <button type="button" className={cx(buttonClasses(), "shrink!")} onClick={scrollToPanel}>
            {bar.action}
          </button>
        </div>
      )}
    </>
  );
}

/** Whether an element is in the viewport; true until the browser reports it. */
function useIsVisible(element: { current: HTMLElement | null }): boolean {
  const [isVisible, setInSight] = useState(true);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setInSight(entry?.isIntersecting ?? true),
      {
        rootMargin: "0px 0px -130px 0px",
      },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isVisible;
}
