/** What a link holds, as its page would show it: opened with the password, whole or still on its way. */
import { problemOf } from '@sampan/client/api-reply'
import { NetworkError } from '@sampan/client/network-error'
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import type { TransferView } from '@sampan/contract/routes/downloads'
import { type LinkState, linkStates } from '@sampan/contract/states'
import { askedSecret } from '../ask-secret.ts'
import type { Context } from '../context.ts'
import { Stop } from '../failure.ts'
import { fetchBy } from '../net/senders.ts'
import { withRetries } from '../with-retries.ts'
import type { LinkAddress } from './link.ts'

const refusals: Record<Exclude<LinkState, 'open' | 'uploading' | 'unfinished'>, ErrorCode> = {
  password: 'passwordRequired',
  disabled: 'transferDisabled',
  limitReached: 'downloadLimitReached',
  expired: 'transferExpired',
  takenDown: 'transferTakenDown',
  deleted: 'transferDeleted',
  unknown: 'transferUnknown',
}

/** What a link says that has no files, or none any more. */
export const refusalOfState = (state: Exclude<LinkState, 'open' | 'uploading'>): Error =>
  state === 'unfinished' ? new Stop('refused', 'senderGaveUp') : new Problem(refusals[state])

const isView = (value: unknown): value is TransferView =>
  typeof value === 'object' &&
  value !== null &&
  linkStates.includes((value as TransferView).state) &&
  Array.isArray((value as TransferView).files)

/** Every state of a link is an answer with a view, whatever its status. */
async function ask(context: Context, url: string, password: string | null): Promise<TransferView> {
  const body = password === null ? undefined : JSON.stringify({ password })
  const init = {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json' },
    body,
    signal: context.world.signal,
  }
  const call = async () => {
    const reply = await fetchBy(context.net, context.userAgent)(url, init as RequestInit)
    const text = await reply.text()
    const value = parse(text)
    if (isView(value)) return value
    if (reply.ok) throw new NetworkError('The answer is none of Sampan')
    throw problemOf({ status: reply.status, text, header: (name) => reply.headers.get(name) })
  }
  return withRetries(context, call)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function passwordOf({ world, language }: Context, given: string | null): Promise<string> {
  const password = await askedSecret(world, given ?? (world.askSecret ? '-' : null), '--password', 'typePassword', language)
  if (password === null) throw new Stop('refused', 'passwordNeeded')
  return password
}

type Query = Record<string, string | null>
export const linkAddress = ({ server, slug }: LinkAddress): string => `${server}/api/transfers/${slug}`
export function queryOf({ user }: LinkAddress, more: Query = {}): string {
  const pairs = Object.entries({ user, ...more }).filter((pair): pair is [string, string] => pair[1] !== null)
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/** `dl`: of a download that is gone on with; it spares the password. `isUnlocked`: it had to be given, and `dl` opens nothing. */
export async function readView(
  context: Context,
  link: LinkAddress,
  given: string | null,
  dl: string | null,
): Promise<{ view: TransferView; isUnlocked: boolean }> {
  const address = linkAddress(link)
  const closed = await ask(context, `${address}${queryOf(link, { dl })}`, null)
  const isUnlocked = closed.state === 'password'
  const view = isUnlocked ? await ask(context, `${address}/unlock${queryOf(link)}`, await passwordOf(context, given)) : closed
  if (view.state !== 'open' && view.state !== 'uploading') throw refusalOfState(view.state)
  return { view, isUnlocked }
}
