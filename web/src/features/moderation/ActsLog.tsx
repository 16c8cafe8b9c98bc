import type { ModeratorAct } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "#shared/ui/Link.tsx";
import { actPages } from "./moderation.queries.ts";
import { Pages } from "./Pages.tsx";
import { PersonLink, When } from "./parts.tsx";
import { useActWords, useSaidWords } from "./words.ts";

/** What moderators did and looked at. */
export function ActsLog() {
  const { t } = useLingui();
  const query = useInfiniteQuery(actPages);
  return (
    <>
      <h2 className="sr-only">{t`Log`}</h2>
      <p className="text-ink-2">{t`Everything that moderators do is written down here, also what they only look at.`}</p>
      <Pages query={query} empty={t`Nothing was done yet`}>
        {(act) => <ActLine act={act} />}
      </Pages>
    </>
  );
}

export function ActLine({ act }: { act: ModeratorAct }) {
  const { t } = useLingui();
  const wordsOf = useActWords();
  const nameOf = useSaidWords();
  const said = Object.entries(act.said).filter(
    ([name, value]) => !TURNING.has(name) && value !== null && value !== false,
  );
  return (
    <div className="grid gap-1 p-4">
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{wordsOf(act.call)}</span>
        {act.moderator ? <PersonLink person={act.moderator} /> : <span>{t`an operator, or time`}</span>}
        <When at={act.at} />
      </span>
      {said.length > 0 && (
        <span className="text-ink-2 wrap-anywhere">
          {said.map(([name, value]) => `${nameOf(name)}: ${value === true ? t`yes` : textOf(value)}`).join(" · ")}
        </span>
      )}
      {act.aboutId && <About act={act} id={act.aboutId} />}
    </div>
  );
}

const textOf = (value: unknown): string => kindOf(value) ?? String(value);

/** What kind of thing is named, where one is. */
const kindOf = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string"
    ? value.kind
    : undefined;

/** What is said to turn pages, which tells nothing. */
const TURNING = new Set(["limit", "cursor"]);

const PLACES: Readonly<Record<string, "people" | "reports" | "rides">> = {
  "moderation.person": "people",
  "moderation.warn": "people",
  "moderation.suspend": "people",
  "moderation.unsuspend": "people",
  "moderation.giveRole": "people",
  "moderation.takeRole": "people",
  "moderation.signOut": "people",
  "moderation.report": "reports",
  "moderation.resolve": "reports",
  "moderation.ride": "rides",
};

/** Of what was hidden. */
const HIDDEN: Readonly<Record<string, "people" | "rides">> = { ride: "rides", bio: "people", photo: "people" };

function About({ act, id }: { act: ModeratorAct; id: string }) {
  const { t } = useLingui();
  const hidden = kindOf(act.said["about"]);
  const place = PLACES[act.call] ?? (hidden && HIDDEN[hidden]);
  if (!place) return <span className="font-mono text-xs text-ink-3 wrap-anywhere">{id}</span>;
  const words = { people: t`The person`, reports: t`The report`, rides: t`The ride` };
  return (
    <Link to={`/moderation/${place}/${id}`} className="justify-self-start py-1 text-brand-ink underline">
      {words[place]}
    </Link>
  );
}
