import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validateXML, type XMLFileInfo } from "xmllint-wasm";
import { openListingApp } from "../../../test/fixtures/listed-rides.ts";
import { hostRide, requestSeats, towns } from "../../../test/fixtures/rides.ts";

const listed = { isListed: true };
const short = { ...listed, destination: towns.karlsruhe, stops: [], contribution: null };

const OFFENBURG = { label: "Offenburg, Germany", lat: 48.4708, lng: 7.9408 };

/** The folder of the schema of SIRI 2.1 (SIRI-CEN/SIRI), which this repository cannot contain; otherwise our own part. */
const folder = process.env["SIRI_SCHEMA"];
const OWN = "siri-et-carpool.xsd";
const MEMORY_PAGES = 2_048;

const readSchema = (root: string, fileName: string): XMLFileInfo => ({
  fileName,
  contents: readFileSync(join(root, fileName), "utf8"),
});

function loadSchema() {
  if (folder === undefined)
    return { schema: [readSchema(join(import.meta.dirname, "../../../test/data"), OWN)] };
  const names = globSync("**/*.xsd", { cwd: folder }).filter((name) => name !== "siri.xsd");
  return {
    schema: [readSchema(folder, "siri.xsd")],
    preload: names.map((name) => readSchema(folder, name)),
    initialMemoryPages: MEMORY_PAGES,
    maxMemoryPages: MEMORY_PAGES,
  };
}

/** What the schema says against a document; empty if it is valid. */
async function validate(contents: string): Promise<string[]> {
  const xml = [{ fileName: "rides.xml", contents }];
  const { errors } = await validateXML({ xml, ...loadSchema() });
  // The standard's files import each other in circles, which is said as a warning.
  return errors
    .map(({ rawMessage }) => rawMessage)
    .filter((text) => !text.includes("Schemas parser warning"));
}

test("SIRI is valid by the schema: rides with a stop between, with a passenger, too long and withdrawn", async () => {
  const { app, readSiri } = await openListingApp();
  const host = await app.createUser();
  const withdrawn = await hostRide(app, host, short);
  await readSiri();
  await app.call("PUT", `/rides/${withdrawn.id}/public`, { as: host, body: { isPublic: false } });
  const other = await app.createUser();
  const booked = await hostRide(app, other, { ...short, stops: [OFFENBURG], maxDetourS: 600 });
  await (await requestSeats(app, booked, other, { seats: 2 })).accept();
  const tooLong = { ...listed, departsAt: "2026-01-03T06:45:00Z" };
  await hostRide(app, other, tooLong);

  const text = await readSiri();
  expect(text.match(/<EstimatedVehicleJourney>/g)).toHaveLength(3);
  expect(text.match(/<EstimatedCall>/g)).toHaveLength(3);
  expect(await validate(text)).toEqual([]);

  const wrongOrder = text.replace(
    /(<Longitude>.*?<\/Longitude>)(<Latitude>.*?<\/Latitude>)/,
    "$2$1",
  );
  expect(await validate(wrongOrder)).not.toEqual([]);
  const wrongTime = text.replace(/<AimedDepartureTime>[^<]*/, "<AimedDepartureTime>07:45");
  expect(await validate(wrongTime)).not.toEqual([]);
});
