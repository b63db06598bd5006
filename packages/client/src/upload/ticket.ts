/** The ticket that parts are sent with (U4, U7): fetched once for all, renewed in good time and whenever it is in doubt. */
import { Problem } from '@sampan/contract/errors'
import { listLots, ticketSeconds } from '@sampan/contract/limits'
import { requestRefusals, stsAuth } from '@sampan/contract/routes/uploads'
import type { Api } from '../api.ts'
import type { Clock } from '../clock.ts'

/** `id`: any word for a guest, the account's own id for userUpload, the slug of a file request; `user`: whom its personal link names. */
export type TicketRequest =
  | { id: string; type: 'anonUpload' | 'userUpload' }
  | { id: string; type: 'request'; user?: string | undefined }

export type Tickets = {
  /** A SecurityToken; throws ticketInvalid when none can be had. */
  get(): Promise<string>
  /** The server refused this token: it is never used again. */
  refuse(token: string): void
  /** Asks for a new one, once: whether anybody answered at all. The one that is held stays in use while there is no other. */
  probe(signal: AbortSignal): Promise<boolean>
  /** From now on tickets are asked for somebody else. */
  follow(request: TicketRequest): void
  /** How much of a list goes with one call: strangers may send less in it than accounts. */
  lotBytes(): number
  /** An error that may come from this token: a new one is asked for, but the old one serves on while none can be had. */
  doubt(token: string): void
}

// An hour's ticket renewed every 5 minutes is replaced long before less than 25 minutes remain, with many tries to spare. Ages are
// measured from the arrival, as a guest's clock may be wrong by hours.
const renewAfterMs = 5 * 60_000
const tryAgainAfterMs = 60_000

/** Not the network's fault: the sender has to do something, or nothing is taken any more. */
const final: readonly string[] = [
  ...['signedOut', 'accountSuspended', 'scopeMissing', 'sessionNeeded', 'passwordRequired'],
  ...requestRefusals,
]
const isOfAccount = (error: unknown): boolean => error instanceof Problem && final.includes(error.code)

const probeLimitMs = 15_000
const awayStatuses: readonly unknown[] = [502, 503, 504]
const isAnswer = (error: unknown): boolean => error instanceof Problem && !awayStatuses.includes(error.details.status)

type Held = { token: string; at: number; isDoubtful: boolean }

export function createTickets(api: Api, first: TicketRequest, clock: Clock, signal: AbortSignal): Tickets {
  let request = first
  let held: Held | null = null
  let fetching: Promise<string> | null = null
  let triedAt = 0

  async function askFor(how: { signal: AbortSignal; retries?: number; limitMs?: number }): Promise<string> {
    triedAt = clock.now()
    const body = request
    const { SecurityToken } = await api.call(stsAuth, { body, ...how })
    // One that was asked for before somebody signed in serves this call alone.
    if (body === request) held = { token: SecurityToken, at: clock.now(), isDoubtful: false }
    return SecurityToken
  }
  async function fetchTicket(): Promise<string> {
    try {
      return await askFor({ signal })
    } catch (error) {
      if (signal.aborted || isOfAccount(error)) throw error
      const { name, message } = error as Error
      throw new Problem('ticketInvalid', { ...(error instanceof Problem && error.details), name, message })
    } finally {
      fetching = null
    }
  }
  const renew = (): Promise<string> => {
    fetching ??= fetchTicket()
    return fetching
  }

  return {
    async get() {
      if (held && clock.now() - held.at >= ticketSeconds * 1000) held = null
      if (!held) return renew()
      const { token, at, isDoubtful } = held
      if (isDoubtful) return renew().catch(() => token)
      const now = clock.now()
      if (now - at >= renewAfterMs && now - triedAt >= tryAgainAfterMs) renew().catch(() => {})
      return token
    },
    async probe(signal) {
      try {
        await askFor({ signal, retries: 0, limitMs: probeLimitMs })
        return true
      } catch (error) {
        // Whoever refuses a new one is there, and the old one has been cleared of suspicion.
        if (held && isAnswer(error)) held.isDoubtful = false
        return isAnswer(error)
      }
    },
    follow(next) {
      request = next
      held = null
      fetching = null
    },
    refuse: (token) => {
      if (held?.token === token) held = null
    },
    lotBytes: () => (request.type === 'userUpload' ? listLots.accountBytes : listLots.guestBytes),
    doubt: (token) => {
      if (held?.token === token) held.isDoubtful = true
    },
  }
}

/** Makes a call with a ticket, and once more with a new one if the first was refused. */
export async function withTicket<T>(tickets: Tickets, call: (ticket: string) => Promise<T>): Promise<T> {
  const ticket = await tickets.get()
  try {
    return await call(ticket)
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'ticketInvalid')) throw error
    tickets.refuse(ticket)
    return call(await tickets.get())
  }
}
