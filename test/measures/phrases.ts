/**
 * Phrases of which plain technical English has no need: programs spoken of as people, riddles, and words that the glossary
 * replaces. A comment that matches one counts as private phrasing.
 */
export const PHRASES: readonly RegExp[] = [
  /\b(who|whoever|whom|nobody|somebody|anybody|everybody|himself)\b/i,
  /\b(he|his|him)\b/i,
  /\b(says?|said|tells?|told|hears?|heard|knows|believes?|minds)\b/i,
  /\bthere (is|are) not\b/i,
  /\b(likewise|whatever)\b/i,
  /\b(makes? ready|made ready|has a look|have a look|goes on|as it is|in its place)\b/i,
];
