/** The one door by which mails leave: nothing else calls the mailer. */
import { type Mail, MailRefused } from '../../adapters/mail/mail.ts'
import { messageIdOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import type { MailPass } from './ask-to-mail.ts'
import type { OwnKind } from './kinds.ts'

type Written = Pick<Mail, 'subject' | 'html' | 'text' | 'replyTo' | 'returnTo' | 'from'> & {
  /** The same whenever the same mail is sent again. */
  id: string
  /** The person behind it; the product where nobody is. */
  fromName?: string
}
type Deps = Pick<Services, 'mailer' | 'config'>

const mailOf = ({ config }: Deps, { id, fromName, ...mail }: Written) => ({
  ...mail,
  messageId: messageIdOf(config, id),
  fromName: fromName ?? config.productName,
})

/** What others cause. Throws as the mailer does. */
export const sendMail = (deps: Deps, { to, refuseLink }: MailPass, mail: Written): Promise<void> =>
  deps.mailer.send({ ...mailOf(deps, mail), to, unsubscribe: refuseLink })

/** What its reader has asked for, or of what is theirs. That it is refused for good is logged: nobody else could do anything about it. */
export async function sendOwnMail(
  deps: Deps & Pick<Services, 'log'>,
  kind: OwnKind,
  { to, ...mail }: Written & { to: string },
): Promise<void> {
  try {
    await deps.mailer.send({ ...mailOf(deps, mail), to })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    deps.log.warn({ kind, mailId: mail.id }, 'the mail server refused a mail for good')
  }
}
