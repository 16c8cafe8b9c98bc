/** A text in English and ICU MessageFormat. With its context it is the id in the catalogues of `locales/`. */
export interface Message<Text extends string = string> {
  readonly text: Text;
  readonly context?: string;
}

/** For translators; only the context also tells equal texts apart. */
interface MessageNotes {
  readonly comment?: string;
  readonly context?: string;
}

/** Declares a message. The arguments must be literals: `npm run generate -- messages` reads them from the source. */
export const message = <const Text extends string>(
  text: Text,
  { context }: MessageNotes = {},
): Message<Text> =>
  context === undefined
    ? { text }
    : {
        text,
        context,
      };

/**
 * Declares an English text without placeholders that stays a string, as in validation and stored records. The server
 * translates it by the text itself.
 */
export const translatable = <const Text extends string>(
  text: Text,
  _notes: MessageNotes = {},
): Text => text;

/** Keys of the branches of plurals and choices; the text in a branch is not a placeholder. */
type Branch = "zero" | "one" | "two" | "few" | "many" | "other" | "none" | "yes" | "no";
type BeforeBranch = `${string}${" " | "}"}${Branch} ` | `${string}=${number} `;
type NameAt<Rest extends string> = Rest extends `${infer Head}}${string}`
  ? Head extends `${infer Name},${string}`
    ? Name
    : Head
  : never;

/** Names of the placeholders of an ICU text; any name if the text is not known to the compiler. */
export type PlaceholderIn<Text extends string> = string extends Text
  ? string
  : Text extends `${infer Before}{${infer Rest}`
    ? (Before extends BeforeBranch ? never : NameAt<Rest>) | PlaceholderIn<Rest>
    : never;

/** A value for each placeholder of the text. */
export type MessageValues<Text extends string> = {
  readonly [Name in PlaceholderIn<Text>]: string | number;
};
