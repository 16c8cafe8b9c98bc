/** Texts of demo users. */

export const notesOfRides = [
  "I stop at every bus stop along the main road, just say where.",
  "Please be there two minutes early, I can't wait long at the stop.",
  "Radio on, windows up, no stress.",
  "Room for a pram or a pair of skis.",
  "Back seats have charging sockets. Feel free to work.",
  "I pass the post office and the station, both are fine.",
  "I drive this often, so you can join again.",
  "If the border is slow, I take the bridge in Bendern.",
  "Quiet car before eight.",
  null,
  null,
  null,
  null,
  null,
] as const;

export const seatRequestMessages = [
  "Good morning, I only have one small rucksack.",
  "Could you pick me up at the bus stop? I'm there five minutes early.",
  "Could you drop me at the stop across the road? Either side is fine.",
  "Is there room for a folding bike?",
  "Happy to pay in cash or by transfer, whatever you prefer.",
  "We rode together last month and it was lovely. Do you have a seat again?",
  "The bus doesn't run early enough for me. Thank you!",
  "I'm going every week, if that suits you.",
  "I'll bring something from the bakery.",
  "I get sick in the back, so the front seat would be great, if no one else needs it.",
  null,
  null,
  null,
  null,
] as const;

export const rejectionReasons = [
  "Sorry, the car is full of boxes this time.",
  "Sorry, I have to leave earlier than planned.",
  "My daughter is coming along after all. Maybe next week!",
  null,
] as const;

export const withdrawalReasons = [
  "I found a seat closer to home. Thank you anyway!",
  "My appointment was moved, so I have to stay.",
  "I'm ill and staying in bed.",
  null,
] as const;

export const hostCancellationReasons = [
  "The car failed its inspection. I'm very sorry.",
  "I have to work that day after all.",
] as const;

export const commentsOnHosts = [
  "Calm driver, on time, and a nice chat.",
  "Waited for me although my bus was late. Thank you!",
  "Smooth ride and a clean car. I'd ride again any time.",
  "Dropped me right at the door.",
  "Knows every shortcut in the valley.",
  "Better than the bus, and warmer.",
  "Everything as agreed.",
  null,
  null,
  null,
] as const;

export const commentsOnPassengers = [
  "Five minutes early.",
  "Pleasant company.",
  "Very reliable, kept me posted and was on time.",
  "Good stories for a short way.",
  "Everything as agreed.",
  null,
  null,
  null,
] as const;
