/** All texts of calendar files. Calendar apps have no language of ours, so they are in English for now. */
export const calendarTexts = {
  feedName: (community: string) => `${community} rides`,
  hosted: (from: string, to: string) => `Driving ${from} – ${to}`,
  seat: (from: string, to: string, host: string) => `Ride ${from} – ${to} with ${host}`,
  cancelled: (title: string) => `Cancelled: ${title}`,
  cancelledNote: "This ride was cancelled.",
  toConfirm: "This ride has changed. Please confirm it or give up your seat.",
  driver: (name: string) => `Driver: ${name}`,
  passengers: (names: readonly string[]) =>
    names.length === 0 ? "No passengers yet." : `Passengers: ${names.join(", ")}`,
  pickup: (place: string) => `Pickup: ${place}`,
  dropoff: (place: string) => `Drop-off: ${place}`,
  eventsName: (community: string) => `${community} events`,
  ridesToEvent: (url: string) => `Rides there and back: ${url}`,
  reminder: (title: string) => title,
};
