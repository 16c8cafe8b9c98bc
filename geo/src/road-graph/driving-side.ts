import findTimeZone from "@photostructure/tz-lookup";

/** Time zones of the countries that drive on the left, below their area. */
const LEFT: Readonly<Record<string, string>> = {
  Africa:
    "Blantyre Dar_es_Salaam Gaborone Harare Johannesburg Kampala Lusaka Maputo Maseru Mbabane Nairobi Windhoek",
  America:
    "Anguilla Antigua Barbados Cayman Dominica Grand_Turk Grenada Guyana Jamaica Montserrat Nassau Paramaribo Port_of_Spain St_Kitts St_Lucia St_Thomas St_Vincent Tortola",
  Asia: "Bangkok Brunei Colombo Dhaka Dili Famagusta Hong_Kong Jakarta Jayapura Karachi Kathmandu Kolkata Kuala_Lumpur Kuching Macau Makassar Nicosia Pontianak Singapore Thimphu Tokyo",
  Atlantic: "Bermuda St_Helena Stanley",
  Europe: "Dublin Guernsey Isle_of_Man Jersey London Malta",
  Indian: "Christmas Cocos Mahe Maldives Mauritius",
  Pacific:
    "Apia Auckland Bougainville Chatham Fakaofo Fiji Funafuti Guadalcanal Kanton Kiritimati Nauru Niue Norfolk Pitcairn Port_Moresby Rarotonga Tarawa Tongatapu",
};
const LEFT_ZONES = new Set(
  Object.entries(LEFT).flatMap(([area, zones]) =>
    zones.split(" ").map((zone) => `${area}/${zone}`),
  ),
);

const CELLS_PER_DEGREE = 20;
const sideOfCell = new Map<number, boolean>();

/**
 * Whether people drive on the left here, by the time zone of a cell of about 5 km: extracts seldom say it on a road, and
 * lack the borders of countries.
 */
export function drivesOnLeft(lat: number, lng: number): boolean {
  const row = Math.floor(lat * CELLS_PER_DEGREE);
  const column = Math.floor(lng * CELLS_PER_DEGREE);
  const cell = row * 100_000 + column;
  const known = sideOfCell.get(cell);
  if (known !== undefined) return known;

  const zone = findTimeZone((row + 0.5) / CELLS_PER_DEGREE, (column + 0.5) / CELLS_PER_DEGREE);
  const isLeft = LEFT_ZONES.has(zone) || zone.startsWith("Australia/");
  sideOfCell.set(cell, isLeft);
  return isLeft;
}
