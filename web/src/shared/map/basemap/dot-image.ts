import type { Map as MapLibre } from "maplibre-gl";

/** The ring of a town; its colours are part of the image name, so that each theme has its own images. */
interface Dot {
  fill: string;
  edge: string;
  /** Capitals and regional capitals. */
  big: boolean;
}

const BOX_PX = 12;
const DENSITY = 3;

/** Image name of a dot for `icon-image`. */
export function dotImageName({ fill, edge, big }: Dot): string {
  return `dot;${fill};${edge};${big ? "big" : "small"}`;
}

/** Creates dot images when a layer first requests them. */
export function registerDotImages(map: MapLibre): void {
  map.setMissingStyleImageResolver((name) => {
    const [what, fill, edge, size] = name.split(";");
    if (what === "dot" && fill && edge && !map.hasImage(name)) {
      const image = draw({ fill, edge, big: size === "big" });
      if (image) map.addImage(name, image, { pixelRatio: DENSITY });
    }
  });
}

function draw({ fill, edge, big }: Dot): ImageData | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = BOX_PX * DENSITY;
  const pen = canvas.getContext("2d");
  if (!pen) return undefined;
  pen.scale(DENSITY, DENSITY);
  pen.beginPath();
  pen.arc(BOX_PX / 2, BOX_PX / 2, big ? 3.5 : 2.3, 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
  pen.lineWidth = big ? 1.8 : 1.3;
  pen.strokeStyle = edge;
  pen.stroke();
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
