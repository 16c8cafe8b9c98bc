import { Trans, useLingui } from "@lingui/react/macro";
import { communitySettings } from "../community-settings.ts";
import { Icon } from "./Icon.tsx";
import { Link } from "./Link.tsx";
import { Logo } from "./Logo.tsx";
import { directionOf, languageNames, LANGUAGES } from "@commonlane/contract/languages";
import { activeLanguage } from "#shared/language/messages.ts";

const link = "inline-flex min-h-11 items-center gap-1 underline-offset-4 hover:underline";

const NEW_TAB = {
  target: "_blank",
  rel: "noopener noreferrer",
};

/** Footer of every public page. The server names its links in the language of the page. */
export function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-(--page) gap-x-8 gap-y-6 px-(--gutter) py-8 text-sm text-ink-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]">
        <div className="grid content-start gap-2">
          <Logo className="justify-self-start text-lg text-ink" />
          <p className="max-w-[42ch]">
            <Trans>
              © 2025 {communitySettings.name}. All rights reserved. Not a transportation provider;
              payments are arranged between users. 18+.
            </Trans>
          </p>
        </div>
        <ul className="grid grid-cols-2 content-start gap-x-6 sm:grid-cols-3">
          {communitySettings.footer.map(({ href, text }) => (
            <li key={href}>
              <FooterLink href={href}>{text}</FooterLink>
            </li>
          ))}
        </ul>
        <LanguageLinks className="flex flex-wrap content-start gap-x-4 lg:grid" />
      </div>
    </footer>
  );
}

function FooterLink({ href, children }: { href: string; children: string }) {
  const { t } = useLingui();
  if (href.startsWith("/")) {
    return (
      <Link to={href} className={link}>
        {children}
      </Link>
    );
  }
  const isElsewhere = href.startsWith("http");
  return (
    <a href={href} {...(isElsewhere && NEW_TAB)} className={link}>
      {children}
      {isElsewhere && <Icon name="external" className="size-4" />}
      {isElsewhere && <span className="sr-only">{t`(opens in a new tab)`}</span>}
    </a>
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
