import { community } from "@commonlane/contract/community-calls";
import { DAY_MS } from "@commonlane/contract/durations";
import { ANNOUNCEMENT_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SelectField } from "#shared/ui/SelectField.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { ownDateText } from "#shared/wording/own-date.ts";
import { bulletin } from "./community.queries.ts";
import { useDeed } from "./moderation.queries.ts";
import { Lines } from "./Pages.tsx";
import { Part, When } from "./parts.tsx";

const TERMS = ["1", "7", "30", ""] as const;
type Term = (typeof TERMS)[number];

interface Draft {
  readonly text: string;
  readonly term: Term;
  /** Set by the first try, so that another one is the same announcement. */
  readonly endsAt?: string | null | undefined;
}
const NOTHING: Draft = { text: "", term: "7" };

const endOf = (term: Term): string | null =>
  term === "" ? null : new Date(Date.now() + Number(term) * DAY_MS).toISOString();

/** What everybody is told above the page. */
export function Announcements() {
  const { t } = useLingui();
  const query = useQuery(bulletin);
  const untilOf = (endsAt: string) => {
    const day = ownDateText(endsAt);
    return t`shown until ${day}`;
  };
  const withdraw = useDeed(community.withdraw);
  return (
    <Part title={t`Announcements`}>
      <Lines brief query={query} items={query.data?.announcements} empty={t`Nothing is announced`}>
        {({ id, text, createdAt, endsAt }) => (
          <div className="flex items-center gap-3 p-4">
            <span className="grid min-w-0 flex-1">
              <span className="wrap-anywhere">{text}</span>
              <span className="flex flex-wrap gap-x-3 text-sm text-ink-2">
                <When at={createdAt} />
                {endsAt && <span>{untilOf(endsAt)}</span>}
              </span>
            </span>
            <Button
              variant="line"
              size="sm"
              aria-label={t`Take away: ${text}`}
              busy={withdraw.isPending && withdraw.variables.params.announcementId === id}
              onClick={() => withdraw.mutate({ params: { announcementId: id } })}
            >
              {t`Take away`}
            </Button>
          </div>
        )}
      </Lines>
      {withdraw.error && (
        <Notice tone="bad">{errorText(withdraw.error, t`This did not reach the server. Try again.`)}</Notice>
      )}
      <NewAnnouncement />
    </Part>
  );
}

function NewAnnouncement() {
  const { t } = useLingui();
  const [{ text, term, endsAt }, setDraft] = useState(NOTHING);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part, endsAt: undefined }));
  const announce = useDeed(community.announce);
  const words: Record<Term, string> = { 1: t`a day`, 7: t`7 days`, 30: t`30 days`, "": t`until it is taken away` };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const body = { text: text.trim(), endsAt: endsAt ?? endOf(term) };
    setDraft({ text, term, endsAt: body.endsAt });
    announce.mutate({ body }, { onSuccess: () => change({ text: "" }) });
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      <TextAreaField
        label={t`Tell everybody`}
        required
        maxLength={ANNOUNCEMENT_MAX_LENGTH}
        value={text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <SelectField
        label={t`Shown for`}
        value={term}
        options={TERMS.map((value) => ({ value, label: words[value] }))}
        onChange={(term) => change({ term })}
      />
      <Button type="submit" className="justify-self-start" busy={announce.isPending}>
        {t`Announce`}
      </Button>
      {announce.error && (
        <Notice tone="bad">{errorText(announce.error, t`This did not reach the server. Try again.`)}</Notice>
      )}
    </form>
  );
}
