import { useLingui } from "@lingui/react/macro";
import { useCopy } from "#shared/share/use-copy.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";

/** The secret link to a new feed, to copy or to open in the device's calendar app. */
export function FeedLink({ url }: { url: string }) {
  const { t } = useLingui();
  const copy = useCopy();
  return (
    <div className="grid gap-3">
      <Notice tone="warn">
        {t`Keep this link to yourself: anyone who has it sees your rides, with exact places. We show it only now.`}
      </Notice>
      <TextAreaField
        label={t`Calendar link`}
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="soft" onClick={() => void copy(url, t`Copied.`)}>{t`Copy`}</Button>
        <a href={url.replace(/^https?:/, "webcal:")} className={buttonClasses("line")}>
          {t`Open in calendar app`}
        </a>
      </div>
    </div>
  );
}
