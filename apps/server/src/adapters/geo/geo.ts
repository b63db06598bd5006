/** Where a network address is, as data on this machine tells: nobody else is asked. */
export type Place = {
  /** ISO 3166, null where unknown. */
  countryCode: string | null
  /** In English, or as the data has it; empty where unknown. Never without a country. */
  city: string
}

/**
 * Answers at once and never throws: a download is counted whatever the data is like. IPv4, IPv6 and IPv4-mapped IPv6 are known;
 * private, loopback and reserved addresses, and whatever is no address, have no place.
 */
export type Geo = { placeOf: (ip: string) => Place }
