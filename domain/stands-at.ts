/** What rows stand at (`x-access` of an entity): sites themselves by their city, others by paths to the ids of sites. */
export type StandsAt = { city: string } | { sites: string[]; none: 'everywhere' | 'nowhere' };
