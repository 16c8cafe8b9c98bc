import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { formatLegalDate } from "#shared/formatting/legal-date.ts";
import { DataExports } from "./DataExports.tsx";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";
import { ownConsents } from "./personal-data.queries.ts";
import { TripStatements } from "./TripStatements.tsx";
import { useLegalTextNames } from "./ConsentDialog.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";

/** Personal data of the user: export, statement of trips, accepted terms and account deletion. */
export function PersonalData() {
  const { t } = useLingui();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <section id="your-data" aria-labelledby="your-data-title" className="grid gap-6">
      <h2 id="your-data-title" className="sr-only">{t`Your data`}</h2>
      <DataExports />
      <TripStatements />
      <AcceptedTexts />
      <div className="grid gap-3 rounded-lg border border-bad p-4">
        <h3 className="font-bold">{t`Delete your account`}</h3>
        <p className="text-sm text-ink-2">
          {t`Your rides and requests are cancelled right away. You can restore your account by signing in within ${communitySettings.retentionDays.grace} days; after that, everything you wrote is deleted.`}
        </p>
        <Button
          variant="danger"
          icon="trash"
          className="justify-self-start"
          onClick={() => setDeleting(true)}
        >
          {t`Delete account…`}
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </section>
  );
}

/** The accepted legal texts and when they were accepted. */
function AcceptedTexts() {
  const { t } = useLingui();
  const query = useQuery(ownConsents);
  const consents = query.data;
  const names = useLegalTextNames();
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">{t`Accepted terms`}</h3>
      {!consents && <NotLoaded query={query} />}
      {consents && (
        <ul className="grid divide-y divide-line card">
          {consents.map(({ document, agreedAt, updated }) => (
            <li key={document} className="flex items-center gap-3 p-2 ps-4">
              <Icon
                name={agreedAt ? "check-circle" : "alert"}
                className={agreedAt ? "text-ok" : "text-warn"}
              />
              <div className="min-w-0 flex-1 py-1">
                <Link
                  to={`/${document}`}
                  className="font-semibold text-brand-ink underline underline-offset-4"
                >
                  {names[document]}
                </Link>
                <p className="text-sm text-ink-3">
                  {agreedAt
                    ? t`Version of ${formatLegalDate(updated)}, accepted on ${formatUserDate(agreedAt)}`
                    : t`Version of ${formatLegalDate(updated)}, not accepted yet`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
