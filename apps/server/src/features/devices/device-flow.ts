/** The device flow (RFC 8628 in our own words): a program asks, a person confirms its short code in a browser. */
import { deviceCodeLength, deviceCodeLifeSeconds, devicePollSeconds } from '@sampan/contract/limits'
import { devicePath } from '@sampan/contract/paths'
import type { Session } from '@sampan/contract/routes/accounts'
import { codeAlphabet } from '@sampan/contract/rules/verification-code'
import type { TokenScope } from '@sampan/contract/states'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { randomText, sha256 } from '../../http/random-text.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import {
  type DeviceRow,
  insertDeviceRequest,
  lockDeviceRequest,
  openProgramSession,
  programSession,
  updateDeviceRequest,
} from '../accounts/index.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config' | 'secrets'>

type Asked = { program: string; hostName: string; scopes?: TokenScope[] | undefined }

/** 256 bits and more. */
const deviceCodeChars = 43

export async function beginDevice({ db, clock, config }: Needs, actor: Actor, asked: Asked) {
  const now = clock()
  const [deviceCode, expiresAt] = [randomText(deviceCodeChars), addSeconds(now, deviceCodeLifeSeconds)]
  await inTransaction(db, (tx) => takeRate(tx, config.rateLimits.deviceNetwork, actor.networkKey, now))
  const row = {
    ...asked,
    scopes: asked.scopes ? [...new Set(asked.scopes)] : null,
    deviceHash: sha256(deviceCode),
    ip: actor.ip,
    createdAt: now,
    expiresAt,
    intervalSeconds: devicePollSeconds,
  }
  let userCode: string
  do userCode = randomText(deviceCodeLength, codeAlphabet)
  while (!(await insertDeviceRequest(db, { ...row, userCode })))
  const verificationUrl = urlOf(config, devicePath)
  return { deviceCode, userCode, verificationUrl, expiresInSeconds: deviceCodeLifeSeconds, intervalSeconds: devicePollSeconds }
}

type Polled = {
  state: 'waiting' | 'slowDown' | 'allowed' | 'denied' | 'expired'
  intervalSeconds: number
  session: Session | null
}
type Step = { state: Polled['state']; intervalSeconds: number; sessionId: string | null }

const isTooSoon = ({ polledAt, intervalSeconds }: DeviceRow, now: Date): boolean =>
  polledAt !== null && now.getTime() - polledAt.getTime() < intervalSeconds * 1000

/** A question that comes too soon costs the next ones time. */
async function wait(tx: Transaction, row: DeviceRow, now: Date): Promise<Step> {
  const state = isTooSoon(row, now) ? 'slowDown' : 'waiting'
  const intervalSeconds = row.intervalSeconds + (state === 'slowDown' ? devicePollSeconds : 0)
  await updateDeviceRequest(tx, row.id, { polledAt: now, intervalSeconds })
  return { state, intervalSeconds, sessionId: null }
}

async function step(tx: Transaction, deviceCode: string, now: Date): Promise<Step> {
  const row = await lockDeviceRequest(tx, sha256(deviceCode))
  const answer = (state: Polled['state'], sessionId: string | null = null): Step => ({
    state,
    intervalSeconds: row?.intervalSeconds ?? devicePollSeconds,
    sessionId,
  })
  if (!row || row.expiresAt <= now) return answer('expired')
  if (row.state === 'denied') return answer('denied')
  if (row.state === 'waiting') return wait(tx, row, now)
  const { userId, hostName, ip, scopes } = row
  const program = hostName ? `${row.program} (${hostName})` : row.program
  const opened = { userId: userId!, kind: 'device', program, ip, scopes, now } as const
  const sessionId = row.sessionId ?? (await openProgramSession(tx, opened))
  await updateDeviceRequest(tx, row.id, { sessionId })
  return answer('allowed', sessionId)
}

/** An answer that was lost comes again, as long as its session has not been gone on with. */
export async function pollDevice(needs: Needs, deviceCode: string): Promise<Polled> {
  const { sessionId, ...answer } = await inTransaction(needs.db, (tx) => step(tx, deviceCode, needs.clock()))
  if (!sessionId) return { ...answer, session: null }
  const session = await programSession(needs, sessionId)
  return session ? { ...answer, session } : { ...answer, state: 'expired', session: null }
}
