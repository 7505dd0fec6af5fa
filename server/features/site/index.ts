/** What other features may use of this one. */
export { placeAt, placesAt, placesOf, reportedState, type SitePlace } from '#server/features/site/places.ts';
export { followDevices } from '#server/features/site/presence.ts';
export { chosenSites } from '#server/features/site/rules/at-chosen-sites.ts';
export { deviceOf } from '#server/features/site/rules/site.ts';
