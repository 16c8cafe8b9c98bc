import { expect, test } from "vitest";
import { navigationLink } from "./navigation-link.ts";

const place = { lat: 48.1, lng: 7.85, label: "Bahnhof (Nord)" };

test.each([
  ["Mozilla/5.0 (Linux; Android 14; Pixel 8)", "geo:48.1,7.85?q=48.1,7.85(Bahnhof%20(Nord))"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
    "https://maps.apple.com/?daddr=48.1,7.85",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64)", "https://www.openstreetmap.org/directions?to=48.1,7.85"],
])("opens the app of the device: %s", (userAgent, link) =>
  expect(navigationLink(place, userAgent)).toBe(link),
);
