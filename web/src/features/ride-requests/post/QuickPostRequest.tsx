import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { townName } from "#shared/formatting/format.ts";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { useCancelRequest } from "../ride-requests.queries.ts";
import { draftFromSearch, type RequestPrefill, toRequestPayload } from "./request-draft.ts";
import { usePostRequestHere } from "./use-post-request.ts";

interface QuickPostRequestProps {
  readonly prefill: RequestPrefill;
  /** Path of the prefilled form. */
  readonly formLink: string;
  /** Filters that a request cannot contain. */
  readonly unsupported: readonly UnsupportedFilter[];
  /** Active drivers near the start, who are asked at once. */
  readonly driverUids: readonly string[];
}
export type UnsupportedFilter = "instant" | "walk";

/** Posts the search as a request with one tap, which can be undone, or links to the full form. */
export function QuickPostRequest(props: QuickPostRequestProps) {
  const { prefill, formLink, unsupported, driverUids } = props;
  const { t } = useLingui();
  const [postedId, setPostedId] = useState<string>();
  const { send, busy, error, dialog } = usePostRequestHere(({ id }) => setPostedId(id));
  // Access needs come from the profile.
  const profile = useQuery(ownProfile);
  const post = () => {
    const payload = toRequestPayload(draftFromSearch(prefill, profile.data));
    return send({
      ...payload,
      nearbyDriverUids: [...driverUids],
    });
  };
  const count = driverUids.length;
  const town = townName(prefill.from?.label ?? "");
  if (postedId !== undefined)
    return <PostedRequest id={postedId} onUndone={() => setPostedId(undefined)} />;
  return (
    <section
      aria-label={t`Post a ride request`}
      className="grid gap-2 rounded-lg bg-brand-soft p-3.5"
    >
      {count > 0 && (
        <p className="flex items-center gap-2 font-semibold">
          <Icon name="car" className="text-brand-ink" />
          {t`${plural(count, {
            one: "# driver",
            other: "# drivers",
          })} near ${town} on the road now`}
        </p>
      )}
      <p className="text-ink-2">{t`Let drivers come to you: those heading your way can send you offers.`}</p>
      {unsupported.length > 0 && (
        <ul className="grid gap-1 text-sm text-ink-2">
          {unsupported.map((filter) => (
            <li key={filter}>
              {filter === "instant"
                ? t`A request doesn't book a seat right away: drivers answer, and you choose.`
                : t`Your walking distance isn't part of a request. Drivers see the start and destination.`}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon="hand" busy={busy || profile.isPending} onClick={() => void post()}>
          {count > 0
            ? t`${plural(count, {
                one: "Ask # driver now",
                other: "Ask all # drivers now",
              })}`
            : t`Post a ride request`}
        </Button>
        {count > 0 && (
          <Link to="/drivers" className={buttonClasses("line")}>
            {t`See drivers`}
          </Link>
        )}
        <Link to={formLink} className={buttonClasses("ghost")}>
          {t`Edit first`}
        </Link>
      </div>
      {error && <Notice tone="bad">{Object.values(error.fields)[0] ?? error.message}</Notice>}
      {dialog}
    </section>
  );
}

/** In place of the button after posting. */
function PostedRequest({ id, onUndone }: { id: string; onUndone: () => void }) {
  const { t } = useLingui();
  const cancel = useCancelRequest();
  return (
    <section aria-label={t`Post a ride request`} className="grid gap-2 rounded-lg bg-ok-soft p-3.5">
      <UndoBar
        text={t`Your request is posted. Drivers heading your way can answer it now.`}
        onUndo={() => cancel.mutate(id, { onSuccess: onUndone })}
      />
      {cancel.error && <Notice tone="bad">{cancel.error.message}</Notice>}
      <Link
        to={`/requests/${id}`}
        className="justify-self-start font-semibold text-brand-ink underline"
      >
        {t`View your request`}
      </Link>
    </section>
  );
}
