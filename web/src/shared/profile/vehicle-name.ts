/** One-line name of a vehicle: "Škoda Octavia, green". */
export const vehicleName = ({
  make,
  model,
  colour,
}: {
  make: string;
  model: string;
  colour: string;
}): string => [`${make} ${model}`.trim(), colour].filter(Boolean).join(", ");
