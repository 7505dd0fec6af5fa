/**
 * What rows stand at (`x-access` of an entity): sites themselves by their city, others by paths to the ids of sites; what is
 * for several companies, and belongs to none of them, by the path to their ids.
 */
export type StandsAt = { city: string } | { sites: string[]; none: 'everywhere' | 'nowhere' } | { companies: string[]; none: 'everywhere' };
