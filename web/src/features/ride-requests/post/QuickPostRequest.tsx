import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { draftFromSearch, type RequestPrefill, toRequestPayload } from "./request-draft.ts";
import { usePostRequestForm } from "./use-post-request.ts";

interface QuickPostRequestProps {
  readonly prefill: RequestPrefill;
  /** Path of the prefilled form. */
  readonly formLink: string;
  /** Filters that a request cannot contain. */
  readonly unsupported: readonly UnsupportedFilter[];
}
export type UnsupportedFilter = "instant" | "walk";

/** Posts the search as a request with one tap, or links to the full form. */
export function QuickPostRequest({ prefill, formLink, unsupported }: QuickPostRequestProps) {
  const { t } = useLingui();
  const { send, busy, error, dialog } = usePostRequestForm();
  // Access needs come from the profile.
  const profile = useQuery(ownProfile);
  const post = () => send(toRequestPayload(draftFromSearch(prefill, profile.data)));
  return (
    <div className="mb-3 grid w-full justify-items-center gap-2 rounded-lg bg-brand-soft p-4">
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
      <div className="flex flex-wrap justify-center gap-2">
        <Button icon="hand" busy={busy || profile.isPending} onClick={() => void post()}>
          {t`Post a ride request`}
        </Button>
        <Link to={formLink} className={buttonClasses("line")}>
          {t`Edit before posting`}
        </Link>
      </div>
      {error && (
        <Notice tone="bad" className="text-start">
          {Object.values(error.fields)[0] ?? error.message}
        </Notice>
      )}
      {dialog}
    </div>
  );
}
