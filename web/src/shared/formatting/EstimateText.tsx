import { Fragment } from "react";
import { aboutText, ESTIMATE_MARK } from "./estimate-mark.ts";

/** Text with estimates: shows "≈ 14:10", and screen readers hear "about 14:10". */
export function EstimateText({ text }: { text: string }) {
  const [start, ...estimates] = text.split(ESTIMATE_MARK);
  return (
    <>
      {start}
      {estimates.map((estimate, n) => (
        // The parts of a text never change their order.
        <Fragment key={n}>
          <span aria-hidden="true">{ESTIMATE_MARK}</span>
          <span className="sr-only">{aboutText()} </span>
          {estimate}
        </Fragment>
      ))}
    </>
  );
}
