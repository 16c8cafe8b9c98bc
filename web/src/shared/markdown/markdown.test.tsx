import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./Markdown.tsx";

const render = (text: string) => renderToStaticMarkup(<Markdown text={text} />);
const withoutClasses = (html: string) => html.replaceAll(/ class="[^"]*"/g, "");

test("headings, paragraphs, lists, emphasis and links are shown; a title is left out", () => {
  const text = [
    "# Imprint",
    "The town runs this",
    "for **its** *people*.  ",
    "Main Street 1",
    "",
    "## Contact",
    "- [Write to us](mailto:help@town.example), or",
    "  visit us",
    "- https://town.example",
    "",
    "1. first",
    "2. second",
    "### Register",
    "> quoted",
  ].join("\n");
  const html = withoutClasses(render(text));
  expect(html).toContain(
    "<p>The town runs this\nfor <strong>its</strong> <em>people</em>.<br/>Main Street 1</p>",
  );
  expect(html).not.toContain("Imprint");
  expect(html).toContain("<h2>Contact</h2>");
  expect(html).toContain(
    '<a href="mailto:help@town.example" rel="noreferrer">Write to us</a>, or\nvisit us',
  );
  expect(html).toContain(
    '<a href="https://town.example" rel="noreferrer">https://town.example</a>',
  );
  expect(html).toMatch(
    /<ol start="1"><li><span>first<\/span><\/li><li><span>second<\/span><\/li><\/ol>/,
  );
  expect(html).toContain("<h3>Register</h3>");
  expect(html).toContain("<blockquote><p>quoted</p></blockquote>");
  expect(withoutClasses(render(text.replaceAll("\n", "\r\n")))).toBe(html);
});

test.each([
  "<script>alert(1)</script>",
  'Text <img src=x onerror="alert(1)"> text',
  "<style>*{display:none}</style>",
  "<svg/onload=alert(1)>",
  "[x](javascript:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](vbscript:msgbox)",
  "[x](//evil.example)",
  String.raw`[x](/\evil.example)`,
  '[x](https://a.example "onmouseover=alert(1)")',
  '[x](https://a.example/"onmouseover="alert(1))',
  "![x](javascript:alert(1))",
  '![x](https://evil.example/pixel.png "t")',
  "<a href='javascript:alert(1)'>x</a>",
  "[x]: javascript:alert(1)\n\n[x]",
  "<javascript:alert(1)>",
  "```html\n<script>alert(1)</script>\n```",
  "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
  "- <details open ontoggle=alert(1)>",
])("[domain/legal:safe] %j stays text: no element, attribute or address of its own", (attack) => {
  const html = render(attack);
  expect(html).not.toMatch(/<(?!\/?(?:div|p|h[2-4]|ul|ol|li|span|a|strong|em|br|blockquote|hr)\b)/);
  for (const [, name] of html.matchAll(/<[^<>]*?\s([\w:-]+)=/g))
    expect(["class", "href", "rel", "start"]).toContain(name);
  for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g))
    expect(href).toMatch(/^https:\/\/a\.example/);
});
