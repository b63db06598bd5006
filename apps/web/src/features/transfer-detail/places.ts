/** Downloads by country, and within each by city. */
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'

type Place = TransferDetail['places'][number]
export type Country = {
  /** null where the place is not known. */
  code: string | null
  name: string
  downloads: number
  cities: { city: string; downloads: number }[]
}

/** Most first; what is unknown comes last. */
export function countriesOf(places: readonly Place[]): Country[] {
  const countries = new Map<string | null, Country>()
  for (const { countryCode: code, country: name, city, downloads } of places) {
    const country = countries.get(code) ?? { code, name, downloads: 0, cities: [] }
    countries.set(code, country)
    country.downloads += downloads
    country.cities.push({ city, downloads })
  }
  for (const { cities } of countries.values()) cities.sort((a, b) => b.downloads - a.downloads)
  return [...countries.values()].sort((a, b) => Number(a.code === null) - Number(b.code === null) || b.downloads - a.downloads)
}

export const valuesOf = (countries: readonly Country[]): Map<string, number> =>
  new Map(countries.flatMap(({ code, downloads }) => (code === null ? [] : [[code, downloads]])))
