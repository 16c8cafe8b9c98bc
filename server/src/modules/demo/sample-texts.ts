/** Texts of demo users. */

export const rideNotes = [
  "Leaving from the car park behind the main station, by the bicycle tower.",
  "One short stop for coffee about halfway. First round is on me.",
  "Two large suitcases fit in the boot, more if the car isn't full.",
  "Please be there five minutes early, I can't be late.",
  "I can drop you at any tram stop on the way in.",
  "Electric car: we charge once, about twenty minutes.",
  "Masks, music, silence: all fine, just let me know.",
  "Back seats have charging sockets. Feel free to work.",
  "My dog Balu comes along. He's seven and sleeps the whole trip.",
  "I drive past the university and can drop you there.",
  "I drive this every week, so you can join again.",
  "I have a child seat, just tell me beforehand.",
  null,
  null,
  null,
  null,
] as const;

export const seatRequestMessages = [
  "Hello! I could wait at the service area if that saves you driving into town.",
  "Hi, is there room for a folding bike?",
  "Good morning, I only have one small rucksack.",
  "It's my sister's birthday, so I'd love to get a seat.",
  "Two of us, both quiet. We can share the middle seat.",
  "Could you pick me up at the corner by the tram depot?",
  "Could you drop me near the station? Either side is fine.",
  "I'd have a cello with me. It's big, so please be honest if it doesn't fit.",
  "We rode together last month and it was lovely. Do you have a seat again?",
  "First time here. I can pay in cash or transfer it, whatever you prefer.",
  "I'll bring pretzels.",
  "My train was cancelled again, you'd save my weekend.",
  "Happy to help with the tolls and the navigation.",
  "I get sick in the back, so the front seat would be great, if no one else needs it.",
  null,
  null,
  null,
] as const;

export const rejectionReasons = [
  "Sorry, the boot is full this time.",
  "Sorry, I have to leave earlier than planned and can't stop there.",
  "My daughter is coming along after all. Maybe next week!",
  "Sorry, that's too far off my route today.",
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
  "Calm driver, on time, and a nice chat about gardens.",
  "Waited for me although my tram was late. Thank you!",
  "Smooth ride and a clean car. I'd ride again any time.",
  "A bit late at the start, early at the end.",
  "Played a very long symphony. I loved it.",
  "Dropped me right at my door, even though it was a detour.",
  "Everything as agreed.",
  null,
  null,
] as const;

export const commentsOnPassengers = [
  "Five minutes early, and brought pretzels.",
  "Pleasant company, and helped with the tolls.",
  "Slept most of the trip. I take it as a compliment.",
  "Very reliable, kept me posted and was on time.",
  "The suitcase was bigger than expected, but it fit in the end.",
  "Everything as agreed.",
  null,
  null,
] as const;
