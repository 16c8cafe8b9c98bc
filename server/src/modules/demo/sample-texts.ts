/** What the people of the demo write to each other. */

export const rideNotes = [
  "Leaving from the car park behind the main station, by the bicycle tower.",
  "One short stop for coffee about half way. I buy the first round.",
  "Two large suitcases fit in the boot, more only if we are few.",
  "Please be there five minutes early, I have to arrive on time.",
  "I can drop you at any stop of the tram on the way in.",
  "Electric car: we charge once, about twenty minutes.",
  "Masks, music, silence: all fine, just say so.",
  "Back seats have charging sockets. Work is welcome.",
  "Dog on board: Balu, seven years, sleeps all the way.",
  "The way leads past the university, so I can let you out there.",
  "Weekly ride; if it suits you once it may suit you again.",
  "Child seat can be put in, tell me beforehand.",
  null,
  null,
  null,
  null,
] as const;

export const seatRequestMessages = [
  "Hello! I could wait at the service area if that saves you the way into town.",
  "Hi, is there room for a folding bike?",
  "Good morning, I have one small rucksack and no other wishes.",
  "I am going to my sister's birthday, so I would be very glad about a seat.",
  "Two of us, both quiet. We can share the middle seat.",
  "I know the corner by the tram depot, would that suit you for getting in?",
  "Could you let me out near the station? Any side of it is fine.",
  "I have a cello with me. It is bigger than I am, so please be honest.",
  "We rode together last month, it was lovely. Is there a seat again?",
  "First time here. I can pay in cash or send it, as you like.",
  "I would bring pretzels.",
  "My train is cancelled once more, you would save my weekend.",
  "Happy to help with the tolls and the navigation.",
  "I get sick in the back, so the front seat would be great, if nobody else needs it.",
  null,
  null,
  null,
] as const;

export const rejectionReasons = [
  "Sorry, the boot is full this time.",
  "I have to leave earlier than planned and cannot stop there, I am afraid.",
  "My daughter comes along after all. Next week again!",
  "That is too far from my way today, sorry.",
  null,
] as const;

export const withdrawalReasons = [
  "I found a seat closer to home. Thank you anyway!",
  "My appointment was moved, I have to stay.",
  "I am ill, better for everybody if I stay in bed.",
  null,
] as const;

export const hostCancellationReasons = [
  "The car failed its inspection, I am very sorry.",
  "I have to work that day after all.",
] as const;

export const commentsOnHosts = [
  "Calm at the wheel, on time, and good talk about gardens.",
  "Waited for me although my tram was late. Thank you!",
  "Smooth ride and a clean car. Again any time.",
  "A bit late at the start, early at the end.",
  "Played the whole of a long symphony. I loved it.",
  "Let me out right at my door, though it was not on the way.",
  "Everything as agreed.",
  null,
  null,
] as const;

export const commentsOnPassengers = [
  "Stood at the corner five minutes early, with pretzels.",
  "Pleasant company, and helped with the tolls.",
  "Slept most of the way, which is a compliment, I think.",
  "Very reliable, wrote ahead and was on time.",
  "The suitcase was larger than said, but it fitted in the end.",
  "Everything as agreed.",
  null,
  null,
] as const;
