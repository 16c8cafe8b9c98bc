import { Lexer, type Token, type Tokens } from "marked";
import type { ReactNode } from "react";

interface MarkdownProps {
  readonly text: string;
  /** The heading that `##` becomes; deeper ones follow. */
  readonly topHeading?: 2 | 3;
}

/**
 * Shows a small part of Markdown: headings, paragraphs, lists, quotes, emphasis and links. Elements are created from the
 * parsed text, and nothing is inserted as HTML: markup in the text is shown as it was typed. A `#` title is left out,
 * because the page has its own.
 */
export function Markdown({ text, topHeading = 2 }: MarkdownProps) {
  const tokens = Lexer.lex(text.replaceAll("\r\n", "\n"));
  return (
    <div className="grid gap-4 leading-relaxed wrap-anywhere text-ink-2">
      {renderBlocks(tokens, topHeading)}
    </div>
  );
}

function renderBlocks(tokens: readonly Token[], topHeading: 2 | 3): ReactNode[] {
  return tokens.map((token, i) => <Block key={i} token={token} topHeading={topHeading} />);
}

function Block({ token, topHeading }: { token: Token; topHeading: 2 | 3 }) {
  if (isOf<Tokens.Heading>(token, "heading"))
    return <Heading token={token} topHeading={topHeading} />;
  if (isOf<Tokens.List>(token, "list")) return <List token={token} topHeading={topHeading} />;
  if (isOf<Tokens.Blockquote>(token, "blockquote"))
    return (
      <blockquote className="grid gap-3 border-s-4 border-line ps-4">
        {renderBlocks(token.tokens, topHeading)}
      </blockquote>
    );
  if (token.type === "hr") return <hr className="border-line" />;
  if (token.type === "space" || token.type === "def") return null;
  const inline = "tokens" in token && token.type !== "table" ? token.tokens : undefined;
  return <p>{inline ? renderInline(inline) : token.raw.trim()}</p>;
}

function Heading({
  token: { depth, tokens },
  topHeading,
}: {
  token: Tokens.Heading;
  topHeading: 2 | 3;
}) {
  if (depth === 1) return null;
  const content = renderInline(tokens);
  const level = Math.min(4, topHeading + depth - 2);
  if (level === 2)
    return <h2 className="mt-5 text-xl font-bold tracking-[-.015em] text-ink">{content}</h2>;
  if (level === 3) return <h3 className="mt-3 text-lg font-bold text-ink">{content}</h3>;
  return <h4 className="mt-2 font-bold text-ink">{content}</h4>;
}

function List({
  token: { ordered, start, items },
  topHeading,
}: {
  token: Tokens.List;
  topHeading: 2 | 3;
}) {
  const content = items.map((item, i) => (
    <li key={i}>
      {item.tokens.map((token, n) =>
        token.type === "text" && "tokens" in token ? (
          <span key={n}>{renderInline(token.tokens ?? [])}</span>
        ) : (
          <Block key={n} token={token} topHeading={topHeading} />
        ),
      )}
    </li>
  ));
  const style = "grid gap-1.5 ps-5 marker:text-ink-3";
  return ordered ? (
    <ol start={Number(start) || 1} className={`list-decimal ${style}`}>
      {content}
    </ol>
  ) : (
    <ul className={`list-disc ${style}`}>{content}</ul>
  );
}

const renderInline = (tokens: readonly Token[]): ReactNode[] =>
  tokens.map((token, i) => <Inline key={i} token={token} />);

function Inline({ token }: { token: Token }): ReactNode {
  if (token.type === "br") return <br />;
  if (isOf<Tokens.Image>(token, "image")) return token.text;
  const children = "tokens" in token && token.tokens ? renderInline(token.tokens) : readText(token);
  if (token.type === "strong") return <strong className="font-bold text-ink">{children}</strong>;
  if (token.type === "em") return <em>{children}</em>;
  const href = isOf<Tokens.Link>(token, "link") ? findSafeLink(token.href) : undefined;
  if (href === undefined) return children;
  return (
    <a
      href={href}
      rel="noreferrer"
      className="font-semibold text-brand-ink underline underline-offset-4"
    >
      {children}
    </a>
  );
}

/** Markup is text, too. */
const readText = (token: Token): string =>
  "text" in token && token.type !== "html" ? token.text : token.raw;

function isOf<Kind extends Token>(token: Token, type: Kind["type"]): token is Kind {
  return token.type === type;
}

/** The link if it leads to a page, an e-mail address or a phone number; undefined for anything that could run code. */
function findSafeLink(href: string): string | undefined {
  // Browsers ignore control characters and spaces in a scheme.
  const link = href.replaceAll(/[\p{Cc}\s]/gu, "");
  if (/^\/(?![/\\])/.test(link) || link.startsWith("#")) return link;
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(link) ? link : undefined;
}
