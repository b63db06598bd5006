/** Where somebody is, as exactly as the operator and the account of the transfer let it be kept. */
import { minPlace } from '@sampan/contract/rules/place-level'
import type { PlaceLevel } from '@sampan/contract/states'
import type { Place } from '../../adapters/geo/geo.ts'
import type { Services } from '../../services.ts'

const nowhere: Place = { countryCode: null, city: '' }

/** `allowed`: by the account; null where the transfer has none. */
export function placeOf({ geo, config }: Pick<Services, 'geo' | 'config'>, allowed: PlaceLevel | null, ip: string): Place {
  const level = minPlace(config.places, allowed ?? 'city')
  if (level === 'off') return nowhere
  const place = geo.placeOf(ip)
  return level === 'country' ? { ...place, city: '' } : place
}
