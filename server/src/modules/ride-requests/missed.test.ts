import type { Fact } from "@commonlane/contract/live";
import { expect, test } from "vitest";
import { offerOn, towns } from "../../../test/journeys.ts";
import { myOffers, openRequest } from "../../../test/offers.ts";
import { reviewRideRequests } from "./missed.ts";

const DOOR = { ...towns.karlsruhe, label: "Sophienstraße 12, Karlsruhe" };

const offersIn = (facts: readonly Fact[]) => facts.flatMap((fact) => ("offer" in fact ? [fact.offer] : []));

test("[issue5/live:rights-now] an offer and a request that were missed are told as their reader may know them now", async () => {
  const { world, seeker, request } = await openRequest({ origin: DOOR, note: "Call +49 761 1234567" });
  const offer = await offerOn(world, request, seeker);
  await world.allTold();
  const heard = world.hear(offer.driver.uid);
  const accepted = await offer.accept();
  await world.allTold();
  const missed = async (uid: string): Promise<readonly Fact[]> =>
    (
      await reviewRideRequests(world.ctx)(
        uid,
        heard.map((fact) => ({ fact })),
      )
    ).map(({ fact }) => fact);
  const own = async () => {
    const [{ rideRequest: _, ...told } = { rideRequest: undefined }] = (await myOffers(world, offer.driver)).body.items;
    return told;
  };
  expect(offersIn(await missed(offer.driver.uid))).toEqual([await own()]);
  expect(JSON.stringify(await missed(offer.driver.uid))).toContain(DOOR.label);

  const given = await world.call("DELETE", `/rides/requests/${accepted.body.seatRequestId}`, { as: seeker });
  expect(given.status).toBe(200);
  const late = await missed(offer.driver.uid);
  expect(late.map(({ type }) => type)).toEqual(heard.map(({ type }) => type));
  expect(offersIn(late)).toEqual([await own()]);
  expect(JSON.stringify(offersIn(late))).not.toContain(DOOR.label);

  await world.db.deleteFrom("offer").execute();
  expect(offersIn(await missed(offer.driver.uid))).toEqual([]);
});
