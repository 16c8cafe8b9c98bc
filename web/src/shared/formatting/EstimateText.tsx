import { Fragment } from "react";
import { aboutText, ESTIMATE_MARK } from "./estimates.ts";

/** Text with estimates: shows "≈ 14:10", and screen readers hear "about 14:10". */
export function EstimateText({ text }: { text: string }) {
  const [start, ...estimates] = text.split(ESTIMATE_MARK);
  return (
    <>
      {start}
      {estimates.map((estimate, n) => (
        // The parts of a text never change their order.
        <Fragment key={n}>
          {/* Relative, so that the hidden word is cut off with the text around it and does not widen the page. */}
          <span className="relative">
            <span aria-hidden="true">{ESTIMATE_MARK}</span>
            <span className="sr-only">{aboutText()} </span>
          </span>
          {estimate}
        </Fragment>
      ))}
    </>
  );
}
