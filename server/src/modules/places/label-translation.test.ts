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

test("other labels stay as they are", () => {
  expect(translate({ label: "Heliport" }, "de")).toBe("Heliport");
  expect(translate({ label: "Nahetal" }, "en")).toBe("Nahetal");
});
