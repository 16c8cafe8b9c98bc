import { type FooterLink, type LegalPageName, SOURCE_PATH } from "@commonlane/contract/community";
import type { Language } from "@commonlane/contract/languages";
import { message, type Message } from "@commonlane/contract/message";
import { listOwnLegalPages } from "../../community/legal-texts.ts";
import type { Context } from "../../context.ts";
import { translatorFor } from "../../i18n/translate.ts";

/** Names of the legal pages in links and titles. */
const LEGAL_PAGE_TITLES: Readonly<Record<LegalPageName, Message>> = {
  imprint: message("Imprint", { comment: "Legal page that says who runs the website." }),
  accessibility: message("Accessibility", { comment: "Page with the accessibility statement." }),
  "privacy-policy": message("Privacy Policy"),
  "terms-of-use": message("Terms of Use"),
  "community-rules": message("Community rules", {
    comment: "Page with the rules of the community.",
  }),
};

/** Pages that come with a text; the others are linked once the community has written one. */
const BUILT_IN_PAGES: ReadonlySet<string> = new Set(["privacy-policy", "terms-of-use"]);

/** The links at the end of public pages, in their order. */
export function listFooterLinks(
  ctx: Pick<Context, "settings" | "community">,
  language: Language,
): FooterLink[] {
  const { community } = ctx;
  const t = translatorFor(language);
  const ownPages = listOwnLegalPages(ctx);
  const legalPages = Object.entries(LEGAL_PAGE_TITLES)
    .filter(([page]) => BUILT_IN_PAGES.has(page) || ownPages.some((own) => own === page))
    .map(([page, title]) => ({
      href: `/${page}`,
      text: t(title, {}),
    }));
  return [
    ...legalPages,
    {
      href: "/about",
      text: t(message("About", { comment: "Link to the page about the community." })),
    },
    {
      href: "/popular-routes",
      text: t(message("Popular routes", { comment: "Link in the footer." })),
    },
    {
      href: `mailto:${community.supportEmail}`,
      text: t(message("Support", { comment: "Link to the support address." })),
    },
    ...community.footerLinks.map(({ url, label, labels }) => ({
      href: url,
      text: labels[language] ?? label,
    })),
    ...(community.socialUrl === null
      ? []
      : [
          {
            href: community.socialUrl,
            text: t(message("Follow us", { comment: "Link to a social network." })),
          },
        ]),
    {
      href: community.sourceUrl ?? SOURCE_PATH,
      text: t(message("Source code", { comment: "Link to the source code of the software." })),
    },
  ];
}
