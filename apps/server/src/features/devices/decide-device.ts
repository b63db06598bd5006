/** What a person who is signed in sees of a program that asks, and decides. Codes are short, so tries are counted. */
import { Problem } from '@sampan/contract/errors'
import type { DeviceRequest } from '@sampan/contract/routes/devices'
import { formatCountry } from '@sampan/texts/format'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { type RateHit, returnRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { decideDeviceRequest, findWaitingDevice } from '../accounts/index.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config' | 'geo'>

/** By account and by network; only misses stay counted. */
async function counted<T>({ db, clock, config }: Needs, actor: SignedIn, look: () => Promise<T | undefined | false>): Promise<T> {
  const { deviceCode } = config.rateLimits
  const hits: RateHit[] = await inTransaction(db, async (tx) => [
    await takeRate(tx, deviceCode, actor.networkKey, clock()),
    await takeRate(tx, deviceCode, actor.userId, clock()),
  ])
  const found = await look()
  if (!found) throw new Problem('deviceUnknown')
  for (const hit of hits) await returnRate(db, hit)
  return found
}

export async function readDevice(needs: Needs, actor: SignedIn, userCode: string): Promise<DeviceRequest> {
  const row = await counted(needs, actor, () => findWaitingDevice(needs.db, userCode, needs.clock()))
  const { countryCode, city } = needs.geo.placeOf(row.ip)
  return {
    program: row.program,
    hostName: row.hostName,
    ip: row.ip,
    countryName: formatCountry(countryCode, actor.language),
    cityName: city,
    askedAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  }
}

export async function decideDevice(needs: Needs, actor: SignedIn, userCode: string, isAllowed: boolean): Promise<void> {
  const decision = { userCode, userId: actor.userId, state: isAllowed ? 'allowed' : 'denied' } as const
  await counted(needs, actor, () => decideDeviceRequest(needs.db, decision, needs.clock()))
}
