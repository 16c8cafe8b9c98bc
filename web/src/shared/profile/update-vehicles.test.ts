import type { Profile, Vehicle } from "@commonlane/contract/profiles";
import { i18n } from "@lingui/core";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "../session/token-source.ts";
import { updateVehicles, replaceVehicle, addVehicle, removeVehicle } from "./update-vehicles.ts";
import { EMPTY_VEHICLE, type VehicleFormValues } from "./vehicle-form.ts";

const idOf = (n: number) => `01a1fb9c-97b4-704a-9727-71e55b59373${n}`;
const formValues = (make: string): VehicleFormValues => ({ ...EMPTY_VEHICLE, make, model: "One" });
const vehicle = (n: number, make: string): Vehicle => ({ id: idOf(n), ...formValues(make) });
const makes = (vehicles: readonly VehicleFormValues[]) => vehicles.map(({ make }) => make);

const profileWith = (vehicles: Vehicle[]): Profile => ({
  uid: idOf(0),
  email: "lea@example.org",
  emailVerified: true,
  displayName: "Lea Okafor",
  firstName: "Lea",
  lastName: "Okafor",
  nameProblem: null,
  phone: null,
  phoneVerified: false,
  phoneShared: false,
  gender: null,
  photo: null,
  photoLarge: null,
  birthDate: null,
  adultDeclared: true,
  bio: null,
  languages: [],
  preferences: {},
  needs: [],
  vehicles,
  homePlace: null,
  workPlace: null,
  welcomed: true,
  hasImportedData: false,
  locale: null,
  timeZone: null,
  rating: { mean: null, count: 0 },
  reliability: null,
  createdAt: "2026-01-01T00:00:00.000Z",
});

/** Vehicles on the server, regardless of a tab's cache. */
let stored: Vehicle[] = [];

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));
beforeEach(() => {
  stored = [vehicle(1, "Škoda"), vehicle(2, "Dacia")];
  setTokenSource({
    fresh: () => Promise.resolve("token"),
    renew: () => Promise.resolve(undefined),
    peek: () => undefined,
  });
  vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
    const replaced: { vehicles: (VehicleFormValues & { id?: string })[] } | undefined =
      typeof body === "string" ? JSON.parse(body) : undefined;
    if (replaced) stored = replaced.vehicles.map((one, n) => ({ id: idOf(n + 5), ...one }));
    return Promise.resolve(Response.json(profileWith(stored)));
  });
});
afterEach(() => {
  setTokenSource();
  vi.unstubAllGlobals();
});

test("adds a vehicle to the server's current list", async () => {
  const { added, profile } = await updateVehicles(addVehicle(formValues("Volvo")));
  expect(makes(profile.vehicles)).toEqual(["Škoda", "Dacia", "Volvo"]);
  expect(added?.make).toBe("Volvo");
});

test("changes or removes a vehicle in the current list, and restores an edited one that was removed", async () => {
  await updateVehicles(replaceVehicle(idOf(1), formValues("Seat")));
  expect(stored).toEqual([vehicle(1, "Seat"), vehicle(2, "Dacia")]);
  await updateVehicles(removeVehicle(idOf(1)));
  expect(stored).toEqual([vehicle(2, "Dacia")]);
  await updateVehicles(replaceVehicle(idOf(1), formValues("Seat")));
  expect(makes(stored)).toEqual(["Dacia", "Seat"]);
});
