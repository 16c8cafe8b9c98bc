import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { NavLink } from "#shared/ui/Link.tsx";
import { inboxAddress, NO_PENDING_REQUESTS } from "./pending-requests.ts";

const PendingRequestsCounter = lazyScreen(
  afterCalls(() => import("./PendingRequestsCounter.tsx")),
  "PendingRequestsCounter",
);

/** Link to the inbox of requests and offers, with the number of pending ones. */
export function RequestsLink() {
  const { t } = useLingui();
  const [pending, setPending] = useState(NO_PENDING_REQUESTS);
  const count = pending.seatRequests + pending.offers;
  const tooltip =
    count > 0
      ? t`${plural(count, {
          one: "# request needs your answer",
          other: "# requests need your answer",
        })}`
      : undefined;
  return (
    <>
      <Suspense fallback={null}>
        <PendingRequestsCounter onChange={setPending} />
      </Suspense>
      <NavLink
        to={inboxAddress(pending)}
        title={tooltip}
        className={({ isActive }) =>
          cx(
            "relative grid size-11 place-items-center rounded-md font-semibold hover:bg-sunken lg:flex lg:w-auto lg:gap-2 lg:px-3",
            isActive && "bg-brand-soft text-brand-ink",
          )
        }
      >
        <Icon name="inbox" className="size-6" />
        <span className="max-lg:sr-only">{t`Inbox`}</span>
        {count > 0 && (
          <span className="num absolute end-0 top-0.5 min-w-5 rounded-full bg-bad px-1.5 pt-[3px] pb-px text-center text-[12px] leading-4 text-surface lg:static">
            {pending.text}
            <span className="sr-only"> {t`waiting`}</span>
          </span>
        )}
      </NavLink>
    </>
  );
}
