import { community } from "@commonlane/contract/community-calls";
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
import { Part, When } from "./parts.tsx";

const DAY_MS = 86_400_000;
const TERMS = ["1", "7", "30", ""] as const;
type Term = (typeof TERMS)[number];

/** What everybody is told above the page. */
export function Announcements() {
  const { t } = useLingui();
  const { data } = useQuery(bulletin);
  const untilOf = (endsAt: string) => {
    const day = ownDateText(endsAt);
    return t`shown until ${day}`;
  };
  const withdraw = useDeed(community.withdraw);
  return (
    <Part title={t`Announcements`}>
      {data && data.announcements.length > 0 && (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
          {data.announcements.map(({ id, text, createdAt, endsAt }) => (
            <li key={id} className="flex items-center gap-3 p-4">
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
                busy={withdraw.isPending}
                onClick={() => withdraw.mutate({ params: { announcementId: id } })}
              >
                {t`Take away`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewAnnouncement />
    </Part>
  );
}

function NewAnnouncement() {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [term, setTerm] = useState<Term>("7");
  const announce = useDeed(community.announce);
  const words: Record<Term, string> = { 1: t`a day`, 7: t`7 days`, 30: t`30 days`, "": t`until it is taken away` };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const endsAt = term === "" ? null : new Date(Date.now() + Number(term) * DAY_MS).toISOString();
    announce.mutate({ body: { text: text.trim(), endsAt } }, { onSuccess: () => setText("") });
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      <TextAreaField
        label={t`Tell everybody`}
        required
        maxLength={ANNOUNCEMENT_MAX_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <SelectField
        label={t`Shown for`}
        value={term}
        options={TERMS.map((value) => ({ value, label: words[value] }))}
        onChange={setTerm}
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
