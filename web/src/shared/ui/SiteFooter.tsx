import { Trans, useLingui } from "@lingui/react/macro";
import { communitySettings } from "../community-settings.ts";
import { Icon } from "./Icon.tsx";
import { Link } from "./Link.tsx";
import { Logo } from "./Logo.tsx";
import { directionOf, languageNames, LANGUAGES } from "@commonlane/contract/languages";
import { activeLanguage } from "#shared/language/messages.ts";

const link = "inline-flex min-h-11 items-center gap-1 underline-offset-4 hover:underline";

const NEW_TAB = { target: "_blank", rel: "noopener noreferrer" };

/** Footer of every public page. The server names its links in the language of the page. */
export function SiteFooter() {
  const { t } = useLingui();
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-(--page) flex-wrap items-center gap-x-6 gap-y-1 px-(--gutter) py-7 text-sm text-ink-2">
        <Logo className="me-2 text-lg text-ink" />
        {communitySettings.footer.map(({ href, text }) =>
          href.startsWith("/") ? (
            <Link key={href} to={href} className={link}>
              {text}
            </Link>
          ) : (
            <a key={href} href={href} {...(href.startsWith("http") && NEW_TAB)} className={link}>
              {text}
              {href.startsWith("http") && (
                <>
                  <Icon name="external" className="size-4" />
                  <span className="sr-only">{t`(opens in a new tab)`}</span>
                </>
              )}
            </a>
          ),
        )}
        <LanguageLinks className="flex flex-wrap gap-x-4 lg:ms-auto" />
        <p className="max-w-[60ch] py-2 lg:max-w-[21rem]">
          <Trans>
            © 2025 {communitySettings.name}. All rights reserved. Not a transportation provider;
            payments are arranged between users. 18+.
          </Trans>
        </p>
      </div>
    </footer>
  );
}

/** Links to the page in each language. They work before and without scripts: the server remembers the choice. */
function LanguageLinks({ className }: { className?: string }) {
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
