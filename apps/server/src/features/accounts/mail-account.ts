/** Mails about an account to whoever owns it. */
import { loginPath } from '@sampan/contract/paths'
import { MailRefused } from '../../adapters/mail/mail.ts'
import { messageIdOf, urlOf } from '../../links.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import type { Services } from '../../services.ts'
import type { UserRow } from './queries.ts'

/** `to` is the account's address unless another is named. */
export async function mailAccount(
  { mailer, config, log }: Pick<Services, 'mailer' | 'config' | 'log'>,
  user: Pick<UserRow, 'id' | 'email'>,
  mailId: string,
  mail: RenderedMail,
  to = user.email,
): Promise<void> {
  const messageId = messageIdOf(config, `account-${mailId}`)
  try {
    await mailer.send({ ...(await mail), messageId, to, fromName: config.productName })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ userId: user.id }, 'the mail server refused a mail about an account for good')
  }
}

/** What every such mail has; its link leads to the log-in. */
export const commonOf = ({ config }: Pick<Services, 'config'>, { language }: Pick<UserRow, 'language'>) => ({
  language,
  productName: config.productName,
  link: urlOf(config, loginPath(language)),
})
