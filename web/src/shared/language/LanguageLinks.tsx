import { directionOf, languageNames, LANGUAGES } from "@commonlane/contract/languages";
import { useLingui } from "@lingui/react/macro";
import { activeLanguage } from "./messages.ts";

/** Links to the page in each language. They work before and without scripts: the server remembers the choice. */
export function LanguageLinks({ className }: { className?: string }) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Language`} className={className}>
      {LANGUAGES.map((code) => (
        <a
          key={code}
          href={`?lang=${code}`}
          hrefLang={code}
          lang={code}
          dir={directionOf(code)}
          aria-current={code === activeLanguage() ? "true" : undefined}
          className="inline-flex min-h-11 items-center underline-offset-4 hover:underline aria-current:font-semibold aria-current:text-ink"
        >
          {languageNames[code]}
        </a>
      ))}
    </nav>
  );
}
