import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { draftOfWish, type RequestWish, termsOf } from "./request-draft.ts";
import { usePosting } from "./use-posting.ts";

interface PostAtOnceProps {
  readonly wish: RequestWish;
  /** The address of the form, filled in with the same. */
  readonly form: string;
  /** What of the search a request cannot say. */
  readonly unsaid: readonly Unsaid[];
}
export type Unsaid = "instant" | "walk";

/** Posts what was looked for as a request with one tap; or leads to where more can be said of it. */
export function PostAtOnce({ wish, form, unsaid }: PostAtOnceProps) {
  const { t } = useLingui();
  const { send, busy, error, dialog } = usePosting();
  // What one needs on the way stands in the profile.
  const profile = useQuery(ownProfile);
  const post = () => send(termsOf(draftOfWish(wish, profile.data)));
  return (
    <div className="mb-3 grid w-full justify-items-center gap-2 rounded-lg bg-brand-soft p-4">
      <p className="text-ink-2">{t`Let drivers come to you: those who pass see your request and make you an offer.`}</p>
      {unsaid.length > 0 && (
        <ul className="grid gap-1 text-sm text-ink-2">
          {unsaid.map((what) => (
            <li key={what}>
              {what === "instant"
                ? t`A request is not booked at once: drivers answer it, and you choose.`
                : t`How far you would walk is not part of a request; drivers see where it begins and ends.`}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button icon="hand" busy={busy || profile.isPending} onClick={() => void post()}>
          {t`Post a ride request`}
        </Button>
        <Link to={form} className={buttonLook("line")}>
          {t`Say more first`}
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
