/** Places from MaxMind DB files: the operator's own, else the countries that come with the program. All are read whole at the start. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Reader, type Response } from 'maxmind'
import type { Geo, Place } from './geo.ts'

/** The bundled server lies elsewhere than its sources: a package's file is found by the package's name alone. */
const require = createRequire(import.meta.url)
const countryFile = () => require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
const nowhere: Place = { countryCode: null, city: '' }
const cityMaxLength = 100
/** So many zeros part the tree from the data in every file of this format. */
const separatorBytes = 16

/** Two layouts are about: names by language within objects (MaxMind, DB-IP), and flat (ip-location-db). */
type PlaceRecord = { country?: { iso_code?: unknown }; city?: { names?: { en?: unknown } } | string; country_code?: unknown }
type Database = Reader<Response>

function placeIn(record: PlaceRecord): Place {
  const code = record.country?.iso_code ?? record.country_code
  const city = typeof record.city === 'string' ? record.city : record.city?.names?.en
  return {
    // ZZ is how some data say "unknown".
    countryCode: typeof code === 'string' && /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : null,
    city: typeof city === 'string' ? city.replace(/\p{C}/gu, '').trim().slice(0, cityMaxLength) : '',
  }
}

/** The address as it is looked up, or null where it can have no place. */
function publicAddress(ip: string): { text: string; isIPv4: boolean } | null {
  if (!isIP(ip)) return null
  const address = ipaddr.process(ip)
  return address.range() === 'unicast' ? { text: address.toString(), isIPv4: address.kind() === 'ipv4' } : null
}

/** A file of IPv4 alone answers for an IPv6 address too, wrongly. */
const knows = (database: Database, isIPv4: boolean): boolean => isIPv4 || database.metadata.ipVersion === 6

/** A damaged record, which no check at the start can find, is none. */
function recordOf(database: Database, ip: string): PlaceRecord {
  try {
    return (database.get(ip) ?? {}) as PlaceRecord
  } catch {
    return {}
  }
}

function findIn(databases: readonly Database[], ip: string): Place {
  const address = publicAddress(ip)
  if (!address) return nowhere
  let city = ''
  for (const database of databases) {
    if (!knows(database, address.isIPv4)) continue
    const found = placeIn(recordOf(database, address.text))
    city ||= found.city
    if (found.countryCode) return { countryCode: found.countryCode, city }
  }
  return nowhere
}

function parse(bytes: Buffer): Database {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new Error('is compressed: unpack it with gunzip first')
  try {
    const database = new Reader<Response>(bytes)
    const { searchTreeSize, ipVersion } = database.metadata
    const separator = bytes.subarray(searchTreeSize, searchTreeSize + separatorBytes)
    if ((ipVersion === 4 || ipVersion === 6) && separator.equals(Buffer.alloc(separatorBytes))) return database
  } catch {
    // Said below: what the reader says of a wrong file helps nobody.
  }
  throw new Error('is not a whole MaxMind DB file (.mmdb)')
}

async function openCityFile(path: string): Promise<Database> {
  try {
    return parse(await readFile(path))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`GEO_CITY_FILES: ${path} ${code ? `cannot be read (${code})` : message}`)
  }
}

/** The operator's files come first, in their order; a record of theirs that names a country decides. */
export async function openGeo(cityFiles: readonly string[]): Promise<Geo> {
  const own = await Promise.all(cityFiles.map(openCityFile))
  const databases = [...own, parse(await readFile(countryFile()))]
  return { placeOf: (ip) => findIn(databases, ip) }
}
