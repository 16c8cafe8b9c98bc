import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { whenDone } from "./when-done.ts";

/** A decision as a card makes it, and the card's way off the page. */
function decisionOnACard() {
  const answer = Promise.withResolvers<string>();
  const card = new MutationObserver(new QueryClient(), { mutationFn: () => answer.promise });
  const takeOffThePage = card.subscribe(() => undefined);
  return { card, takeOffThePage, answer };
}

test("[ours/decisions:told] what follows from a decision happens though its card has left the page before the answer", async () => {
  const { card, takeOffThePage, answer } = decisionOnACard();
  const said: string[] = [];
  whenDone(card.mutate(undefined, { onSuccess: () => said.push("forgotten") }), (made) => said.push(made));
  takeOffThePage();
  answer.resolve("accepted");
  await expect.poll(() => said).toEqual(["accepted"]);
});

test("what was refused is followed by nothing, and is nobody's fault", async () => {
  const { card, answer } = decisionOnACard();
  const said: string[] = [];
  whenDone(card.mutate(), (made) => said.push(made));
  answer.reject(new Error("too late"));
  await expect.poll(() => card.getCurrentResult().status).toBe("error");
  expect(said).toEqual([]);
});
