import { type Message, message, type PlaceholderIn } from "@commonlane/contract/message";
import type { NotificationKind } from "@commonlane/contract/notifications";
import type { TemplateValues } from "./template-values.ts";

/** Title and sentences of a notification. */
export interface NotificationTemplate {
  readonly title: Message;
  readonly sentences: readonly Message[];
}

/** The texts of some kinds. */
export type TemplatesByKind = Partial<Record<NotificationKind, NotificationTemplate>>;

type Fitting<Text extends string> = Message<Text> &
  (PlaceholderIn<Text> extends keyof TemplateValues ? unknown : "unknown placeholder");

export const template = <Title extends string, Text extends string>(
  title: Fitting<Title>,
  ...sentences: readonly Fitting<Text>[]
): NotificationTemplate => ({ title, sentences });

/** The reason that the other side gave; left out if there is none. */
export const REASON = message("“{reason}”", {
  comment:
    "A quoted sentence of its own: the reason that a person gave. Please use your language's quotation marks.",
});
/** The vehicle of the ride, for its passengers; left out if there is none to name. */
export const VEHICLE = message("{vehicle}.", {
  comment:
    "A sentence that only names a vehicle and its number plate, such as “VW Golf, grey, FL 1234.”",
});
/** The route as a sentence of its own; left out if there is none. */
export const ROUTE = message("{route}.", { comment: "A sentence that only names a route." });
