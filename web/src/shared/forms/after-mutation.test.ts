import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { afterMutation } from "./after-mutation.ts";

/** A mutation as cards run it, and a function that unmounts the card. */
function mutationOnCard() {
  const answer = Promise.withResolvers<string>();
  const card = new MutationObserver(new QueryClient(), { mutationFn: () => answer.promise });
  const unmountCard = card.subscribe(() => undefined);
  return { card, unmountCard, answer };
}

test("runs the follow-up even if the card was unmounted before the reply", async () => {
  const { card, unmountCard, answer } = mutationOnCard();
  const followUps: string[] = [];
  afterMutation(
    card.mutate(undefined, { onSuccess: () => followUps.push("forgotten") }),
    (result) => followUps.push(result),
  );
  unmountCard();
  answer.resolve("accepted");
  await expect.poll(() => followUps).toEqual(["accepted"]);
});

test("a rejection runs no follow-up and throws nothing", async () => {
  const { card, answer } = mutationOnCard();
  const followUps: string[] = [];
  afterMutation(card.mutate(), (result) => followUps.push(result));
  answer.reject(new Error("too late"));
  await expect.poll(() => card.getCurrentResult().status).toBe("error");
  expect(followUps).toEqual([]);
});
