import type { Endpoint, HandlerResult } from "@commonlane/contract/endpoint";
import type { Language } from "@commonlane/contract/languages";
import type { LatLng } from "@commonlane/contract/shapes";

interface LabelledPlace extends LatLng {
  readonly label: string;
}

/** A copy of a reply in which each place, an object with `label`, `lat` and `lng`, has another label. */
export function mapPlaceLabels(reply: unknown, labelOf: (place: LabelledPlace) => string): unknown {
  if (Array.isArray(reply)) return reply.map((item) => mapPlaceLabels(item, labelOf));
  if (typeof reply !== "object" || reply === null) return reply;
  const copy = Object.fromEntries(
    Object.entries(reply).map(([key, value]) => [key, mapPlaceLabels(value, labelOf)]),
  );
  const { label, lat, lng } = copy;
  return typeof label === "string" && typeof lat === "number" && typeof lng === "number"
    ? {
        ...copy,
        label: labelOf({
          label,
          lat,
          lng,
        }),
      }
    : copy;
}

/**
 * Translates the label of a place from the language in which it was stored. Without a position, the town is translated
 * only if no other town of the country shares its name.
 */
export type TranslateLabel = (
  place: Pick<LabelledPlace, "label"> & Partial<LabelledPlace>,
  language: Language,
) => string;

/** A reply that is checked against the contract and serialized once for each language, to be sent to many callers. */
export class SerializedReply<E extends Endpoint> {
  readonly #reply: unknown;
  readonly #texts = new Map<Language | undefined, string>();

  /** Throws if the reply does not match the contract. */
  constructor(endpoint: E, reply: HandlerResult<E>) {
    this.#reply = endpoint.reply.parse(reply);
  }

  /** With the names of places as they were stored. */
  get text(): string {
    return this.#textOf(undefined, ({ label }) => label);
  }

  /** With the names of places in a language. */
  textIn(language: Language, translate: TranslateLabel): string {
    return this.#textOf(language, (place) => translate(place, language));
  }

  #textOf(language: Language | undefined, translate: (place: LabelledPlace) => string): string {
    const before = this.#texts.get(language);
    if (before !== undefined) return before;
    const text = JSON.stringify(
      language === undefined ? this.#reply : mapPlaceLabels(this.#reply, translate),
    );
    this.#texts.set(language, text);
    return text;
  }
}

/** A page of serialized items that were each checked against the contract and are shared by many replies. */
export class PrebuiltPage {
  readonly #items: readonly string[];
  readonly nextCursor: string | null;

  constructor(items: readonly string[], nextCursor: string | null) {
    this.#items = items;
    this.nextCursor = nextCursor;
  }

  /** The reply with the cursor that the client gets. */
  textWith(nextCursor: string | null): string {
    return `{"items":[${this.#items.join(",")}],"nextCursor":${JSON.stringify(nextCursor)}}`;
  }
}
