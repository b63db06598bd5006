/** A reader refuses further mail, or allows it again; what was refused is not sent afterwards. */
import { Problem } from '@sampan/contract/errors'
import type { RefusalView, Refusing } from '@sampan/contract/routes/refusals'
import type { Db } from '../../db/connect.ts'
import { mailboxKey } from '../../http/mailbox-rate.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'
import { type Refusable, readRefusalToken, type Sender } from './refusal-token.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'secrets'>

/** For all mails that others cause, and for none that somebody asked for, such as a code. Without a sender: from all of them. */
export async function refusesMail(db: Db, to: string, sender: Sender | null): Promise<boolean> {
  const by = sender && { key: mailboxKey(sender.email), authorId: sender.authorId }
  const refused = await queries.refusalsOf(db, mailboxKey(to), by)
  return refused.all || refused.sender
}

function refusableOf({ secrets }: Deps, token: string): Refusable {
  const refusable = readRefusalToken(secrets.refusal, token)
  if (!refusable) throw new Problem('mailLinkInvalid')
  return refusable
}

export async function readRefusal(deps: Deps, token: string): Promise<RefusalView> {
  const { mailboxKey: mailbox, sender } = refusableOf(deps, token)
  const refused = await queries.refusalsOf(deps.db, mailbox, sender)
  return { sender: sender?.shown ?? null, refusesSender: refused.sender, refusesAll: refused.all }
}

export async function refuseMail(deps: Deps, token: string, { scope, refuse }: Refusing): Promise<RefusalView> {
  const { mailboxKey: mailbox, sender } = refusableOf(deps, token)
  const refusal = { mailboxKey: mailbox, sender: scope === 'all' ? null : sender }
  if (refuse === 'yes') await queries.insertRefusal(deps.db, refusal, deps.clock())
  else await queries.deleteRefusal(deps.db, refusal)
  return readRefusal(deps, token)
}
