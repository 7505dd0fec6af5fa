import { type City, cities } from '#server/features/tenancy/cities.ts';

/** Cities whose name occurs in an address, the longest name first. A gazetteer stands in for a map service. */
export function placesNamed(address: string): City[] {
  const text = address.toLowerCase();
  return cities
    .filter((city) => text.includes(city.zh) || text.includes(city.en.toLowerCase()))
    .toSorted((a, b) => b.en.length - a.en.length);
}

export function provinceOf(city: string): City | undefined {
  return cities.find((each) => each.zh === city || each.en === city);
}
