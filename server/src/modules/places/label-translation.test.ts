import { expect, test } from "vitest";
import { createLabelTranslation } from "./label-translation.ts";

const translate = createLabelTranslation([]);

test("a point that was named in one language is read in another", () => {
  const place = { label: "Near Heliport Balzers, Liechtenstein" };
  expect(translate(place, "de")).toBe("Nahe Heliport Balzers, Liechtenstein");
  expect(translate({ label: "near Heliport, Liechtenstein" }, "fr")).toBe(
    "Heliport, Liechtenstein (à proximité)",
  );
  expect(translate({ label: "Nahe Heliport" }, "en")).toBe("Near Heliport");
  expect(translate({ label: "Heliport (à proximité)" }, "es")).toBe("Cerca de Heliport");
});

test.each([
  ["0.7 mi from Römerstein, Germany", "de", "0.7 mi von Römerstein, Deutschland"],
  ["2 km von Bonn, Deutschland", "es", "a 2 km de Bonn, Alemania"],
  ["Bonn, Allemagne, à 400 m", "en", "400 m from Bonn, Germany"],
  ["٢ كم", "en", "٢ كم"],
  ["Room 5 from Bonn, Germany", "de", "Room 5 from Bonn, Deutschland"],
] as const)(
  "a point that is away from a place, %s, is in %s: %s",
  (label, language, translated) => {
    expect(translate({ label }, language)).toBe(translated);
  },
);

test("other labels stay as they are", () => {
  expect(translate({ label: "Heliport" }, "de")).toBe("Heliport");
  expect(translate({ label: "Nahetal" }, "en")).toBe("Nahetal");
});
