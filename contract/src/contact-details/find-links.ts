import { LinkifyIt } from "linkify-it";
import tlds from "tlds" with { type: "json" };
import type { ContactKind } from "./contact-details.ts";
import { type FoldedText, toOriginalSpan, type Replacement, replaceParts } from "./fold-text.ts";

/** Position of a contact detail in the original text. */
export interface ContactSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: ContactKind;
}

const linkify = new LinkifyIt({
  fuzzyLink: true,
  fuzzyEmail: true,
  tlds,
});

const AT = "@|at|a|arobase|arobas|arroba|klammeraffe|chiocciola|ات";
const DOT = "dot|punkt|punt|point|punto|ponto|نقطه|نقطة|دوت";
const PROVIDERS =
  "gmail|googlemail|hotmail|outlook|yahoo|icloud|gmx|web|posteo|mailbox|proton|protonmail|orange|wanadoo|laposte|free|libero|wp|seznam|qq|yandex";
/** Top-level domains that can follow a spelled-out dot, without those that are common words. */
const SPELLED_TLDS =
  "com|net|org|info|de|fr|eu|ch|uk|pt|dk|pl|cz|nl|gr|br|ae|app|dev|xyz|online|site";

/** `ada (at) mail [dot] example`, `evil{.}co`: a sign or its name in brackets. */
const BRACKETED = new RegExp(
  String.raw` {0,2}[[({<] {0,2}(?:(${AT})|\.|${DOT}) {0,2}[\])}>] {0,2}`,
  "gu",
);
/** `ada @ mail. com`, `ada@mail,com`: spaces around the signs, or a comma for the dot. */
const SPACED_EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64} {0,2}@ {0,2}[\p{L}\p{N}-]{1,63} {0,2}[.,] {0,2}(?:${SPELLED_TLDS})(?![\p{L}\p{N}])`,
  "gu",
);
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const WORD = String.raw`(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64}`;
/** `moreau at gmail dot com`; with a plain dot only for mailbox providers. */
const SPELLED_EMAIL = new RegExp(
  String.raw`${WORD} {1,3}(?:${AT}) {1,3}([\p{L}\p{N}-]{1,63}) {0,2}([.,]|${DOT}) {0,2}(?:${SPELLED_TLDS})(?![\p{L}\p{N}])`,
  "gu",
);
const PROVIDER = new RegExp(`^(?:${PROVIDERS})$`, "u");
/** `ada at gmail`: a provider without its top-level domain. */
const EMAIL_WITHOUT_END = new RegExp(
  String.raw`${WORD} {1,3}(?:${AT}) {1,3}(?:gmail|googlemail|hotmail|icloud|gmx|yahoo|protonmail)(?![\p{L}\p{N}])`,
  "gu",
);
const DOT_WORD = new RegExp(`^(?:${DOT})$`, "u");
/** Words before a spelled-out address that may belong to it. */
const NAME_WORDS = 6;
const SPELLED_LINK =
  /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{1,63} ?(?: dot (?:com|net|org|de|fr|io|me|co|uk|eu|app|info)| punkt (?:com|net|org|de|info|eu|at|ch)| point (?:com|net|org|info)| punto (?:com|net|org|info)| \. ?(?:com|net|org))(?![\p{L}\p{N}])(?: ?(?:\/|slash) ?[\p{L}\p{N}_-]{1,60})?/gu;
const SCHEME = /(?<![a-z0-9+.-])[a-z0-9+.-]{2,}:\/\/[^\s<>"]+|(?<![\p{L}\p{N}])www\.[^\s<>"]+/gu;

/** `@ada_moreau`; a sign before a space or a time is not a handle. */
const AT_HANDLE = /(?<![\p{L}\p{N}_.@/])@[\p{L}_][\p{L}\p{N}_.]{2,30}/gu;
const MESSENGERS =
  "instagram|insta|ig|snapchat|snap|telegram|tg|threema|wechat|weixin|line|kik|discord|skype|facebook|fb|tiktok|viber|signal|whatsapp|wa|messenger|matrix|mastodon|linkedin|twitter|vk|انستا|انستغرام|تلغرام|تيليجرام|سناب|واتساب";
const ACCOUNT_WORDS =
  "id|name|user|username|handle|nick|account|konto|compte|cuenta|pseudo|usuario|حساب";
const IS = "is|ist|est|es|هو";
/** `insta: ada.moreau`, `Telegram user adam`: introduced as a handle. */
const NAMED_HANDLE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${MESSENGERS})(?:[ -](?:${ACCOUNT_WORDS})(?: (?:${IS}))?[:=]? | ?[:=] ?)(?!https?:)[\p{L}\p{N}_][\p{L}\p{N}_.#-]{2,40}`,
  "gu",
);
/** `insta ada_moreau`, `find me on telegram as adam99`: only if it cannot be an ordinary word. */
const LOOSE_HANDLE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${MESSENGERS})(?: (?:is|as|ist|als|unter|under|est|sous|es|como|me|mich|moi)){0,2} (?=[\p{L}\p{N}.]{0,30}(?:[_#]|[\p{L}]\.[\p{L}]|[\p{L}][0-9]))[\p{L}\p{N}_.#]{4,40}`,
  "gu",
);

/** Top-level domains that are also words: "at the station.Is that fine" is a typo, not an address. */
const TLDS_THAT_ARE_WORDS = new Set(
  "am an as at be best ca call car day do es et free he here how il im in is it je la live love ma me meet my next no now one open please se si so taxi to today us va work you".split(
    " ",
  ),
);

/** Finds e-mail addresses, links and social media handles in a folded text. */
export function findLinksAndHandles(folded: FoldedText, original: string): ContactSpan[] {
  const spans: ContactSpan[] = [];
  const add = (source: FoldedText, kind: ContactKind, start: number, end: number) =>
    spans.push({
      ...toOriginalSpan(source, start, end),
      kind,
    });
  const plain = withoutBrackets(folded);
  const each = (kind: ContactKind, pattern: RegExp) => {
    for (const { 0: found, index } of plain.text.matchAll(pattern))
      add(plain, kind, index, index + found.length);
  };
  each("email", EMAIL);
  each("email", SPACED_EMAIL);
  const addSpelled = (index: number, length: number) => {
    const before = plain.text
      .slice(0, index)
      .split(" ")
      .slice(-NAME_WORDS - 1);
    // "ada dot" before "moreau at gmail dot com"
    let dotted = before.at(-1) === "" ? 1 : 0;
    let start = index;
    while (dotted > 0 && DOT_WORD.test(before.at(-dotted - 1) ?? "")) {
      const [name = "", dot = ""] = before.slice(-dotted - 2, -dotted);
      start -= name.length + dot.length + 2;
      dotted += 2;
    }
    add(plain, "email", start, index + length);
  };
  for (const { 0: found, 1: host = "", 2: dot = "", index } of plain.text.matchAll(SPELLED_EMAIL))
    if (!/[.,]/.test(dot) || PROVIDER.test(host)) addSpelled(index, found.length);
  for (const { 0: found, index } of plain.text.matchAll(EMAIL_WITHOUT_END))
    addSpelled(index, found.length);
  each("link", SCHEME);
  each("link", SPELLED_LINK);
  for (const { schema, index, lastIndex } of linkify.match(plain.text) ?? []) {
    if (schema === "" && isMissingSpace(plain, original, index, lastIndex)) continue;
    add(plain, schema === "mailto:" ? "email" : "link", index, lastIndex);
  }
  each("handle", AT_HANDLE);
  each("handle", NAMED_HANDLE);
  each("handle", LOOSE_HANDLE);
  return spans;
}

function withoutBrackets(folded: FoldedText): FoldedText {
  const replacements: Replacement[] = [];
  for (const { 0: found, 1: at, index } of folded.text.matchAll(BRACKETED)) {
    const inside = index > 0 && index + found.length < folded.text.length;
    if (inside)
      replacements.push({
        start: index,
        end: index + found.length,
        text: at === undefined ? "." : "@",
      });
  }
  return replaceParts(folded, replacements);
}

/** True for two sentences with no space between them. */
function isMissingSpace(folded: FoldedText, original: string, start: number, end: number): boolean {
  const host = folded.text.slice(start, end);
  const dot = host.lastIndexOf(".");
  if (dot < 0 || !TLDS_THAT_ARE_WORDS.has(host.slice(dot + 1))) return false;
  const first = toOriginalSpan(folded, start + dot + 1, end).start;
  return /^\p{Lu}/u.test(original.slice(first, first + 2));
}
