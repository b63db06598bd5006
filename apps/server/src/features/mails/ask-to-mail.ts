/** Whether a mail that somebody else causes may go to its reader now: a reader may refuse it, and a mailbox takes so many at once (R41). */
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob, type JobName, type JobTry } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { refusalLink, refusesMail } from '../refusals/index.ts'
import type { RefusableKind } from './kinds.ts'
import { takeTurn } from './turn.ts'

/** What a mailbox has no space for now comes so much later. */
export const laterSeconds = 3600

export type Addressed = {
  kind: RefusableKind
  to: string
  /** Whom its reader refuses by it; null where several senders' mails were joined, each of which was asked about. */
  sender: { email: string; authorId: string | null } | null
  /** Had its turn before, or has waited for others instead. */
  hasTurn?: boolean
}

declare const granted: unique symbol
/** Only askToMail gives it, and sendMail takes nothing else. `refuseLink` stands in the mail. */
export type MailPass = {
  readonly kind: RefusableKind
  readonly to: string
  readonly refuseLink: string
  readonly [granted]: true
}

type Deps = Pick<Services, 'clock' | 'config' | 'secrets'>

/** `full`: its mailbox has got as many as it takes at once; the mail is to wait. */
export async function askToMail(
  tx: Transaction,
  { clock, config, secrets }: Deps,
  { kind, to, sender, hasTurn }: Addressed,
): Promise<MailPass | 'refused' | 'full'> {
  if (await refusesMail(tx, to, sender)) return 'refused'
  if (!hasTurn && !(await takeTurn(tx, { clock, config }, to))) return 'full'
  return { kind, to, refuseLink: refusalLink(config, secrets.refusal, to, sender) } as MailPass
}

type Again<P> = { job: JobName<P>; payload: P; key: string }

/** For a mail that has no state of its own: a refused one is dropped, and what finds its mailbox full comes later by the same job. */
export const askOrLater = <P>(
  services: Deps & Pick<Services, 'db'>,
  addressed: Addressed,
  { attempt }: JobTry,
  { job, payload, key }: Again<P>,
): Promise<MailPass | null> =>
  inTransaction(services.db, async (tx) => {
    const answer = await askToMail(tx, services, { ...addressed, hasTurn: attempt > 1 })
    if (answer === 'full') await addJob(tx, job, payload, { key, afterSeconds: laterSeconds })
    return typeof answer === 'string' ? null : answer
  })
