import { hideContacts } from "@commonlane/contract/contact-details";

/**
 * What somebody wrote, as one of its readers is told it: whole for who wrote it and for who has a seat with them, and
 * otherwise without what leads around the product (domain.md, Privacy by stage). The one place that decides it.
 */
export function wordsAsTold<Words extends string | null>(words: Words, close: boolean): Words | string {
  return words === null || close ? words : hideContacts(words).text;
}
