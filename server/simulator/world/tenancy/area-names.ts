import type { Area } from '#server/features/tenancy/cities.ts';

/** English names of the areas. */
export const areaNames: Readonly<Record<Area, string>> = {
  华东: 'East China',
  华北: 'North China',
  华南: 'South China',
  华中: 'Central China',
  西南: 'Southwest',
  西北: 'Northwest',
  东北: 'Northeast',
  海外: 'Overseas',
};
