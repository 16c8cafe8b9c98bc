import type { ActiveDriver, OwnActiveDriver } from "@commonlane/contract/active-drivers";
import type { Person, World } from "./world.ts";

type OwnAnswer = OwnActiveDriver & { code?: string; fields?: Record<string, string> };
export interface DriverList {
  items: ActiveDriver[];
  nextCursor: string | null;
  code?: string;
}

/** The market place of Freiburg. */
export const MARKET = { lat: 47.99561, lng: 7.85278 };

/** A point so many metres north and east of another. */
export const beside = ({ lat, lng }: { lat: number; lng: number }, northM: number, eastM: number) => ({
  lat: lat + northM / 111_195,
  lng: lng + eastM / (111_195 * Math.cos((lat * Math.PI) / 180)),
});

/** What one person does with the map. */
export const atMap = (world: World, as: Person) => ({
  goActive: (said: object = {}, headers: Record<string, string> = {}) =>
    world.call<OwnAnswer>("POST", "/rides/active-drivers", { as, body: { ...MARKET, ...said }, headers }),
  move: (said: object) => world.call<OwnAnswer>("PUT", "/rides/active-drivers/me/location", { as, body: said }),
  me: () => world.call<OwnAnswer>("GET", "/rides/active-drivers/me", { as }),
  goInactive: () => world.call<{ success: boolean; code?: string }>("DELETE", "/rides/active-drivers/me", { as }),
  nearby: (query: Record<string, string | number> = {}) =>
    world.call<DriverList>("GET", "/rides/active-drivers/nearby", { as, query: { ...MARKET, ...query } }),
  all: (query: Record<string, string | number> = {}) =>
    world.call<DriverList>("GET", "/rides/active-drivers", { as, query }),
});

/** Lets the clock of the world run. */
export const pass = ({ world }: World, seconds: number): void => {
  world.now = new Date(world.now.getTime() + seconds * 1000);
};
