/** What other features may use of this one. */
export { placesNamed, provinceOf } from '#server/features/tenancy/operations/places.ts';
export { mirrored } from '#server/features/tenancy/rules/company-service.ts';
