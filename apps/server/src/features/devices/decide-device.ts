/** What a person who is signed in sees of a program that asks, and decides. Codes are short, so tries are counted. */
import { Problem } from '@sampan/contract/errors'
import type { DeviceRequest } from '@sampan/contract/routes/devices'
import { formatCountry } from '@sampan/texts/format'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isRateTaken, type RateHit, returnRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { decideDeviceRequest, findWaitingDevice } from '../accounts/index.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config' | 'geo'>

/** By session, account and network. Others of a network that guesses are not shut out: whose account has missed none is asked of that limit in vain. */
async function takeTries(tx: Transaction, { config }: Needs, actor: SignedIn, now: Date): Promise<RateHit[]> {
  const { deviceCode, deviceCodeAccount, deviceCodeNetwork: ofNetwork } = config.rateLimits
  const hasMissed = await isRateTaken(tx, deviceCodeAccount, actor.userId, now)
  return [
    await takeRate(tx, deviceCode, actor.sessionId, now),
    await takeRate(tx, deviceCodeAccount, actor.userId, now),
    await takeRate(tx, hasMissed ? ofNetwork : { ...ofNetwork, max: Number.POSITIVE_INFINITY }, actor.networkKey, now),
  ]
}

/** Only misses stay counted. */
async function counted<T>(needs: Needs, actor: SignedIn, look: () => Promise<T | undefined | false>): Promise<T> {
  const { db, clock } = needs
  const hits = await inTransaction(db, (tx) => takeTries(tx, needs, actor, clock()))
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
    scopes: row.scopes,
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
