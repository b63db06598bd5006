/** Mails about an account to whoever owns it. */
import { loginPath } from '@sampan/contract/paths'
import { urlOf } from '../../links.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import type { Services } from '../../services.ts'
import { sendOwnMail } from '../mails/index.ts'
import type { UserRow } from './queries.ts'

/** `to` is the account's address unless another is named. */
export const mailAccount = (
  services: Services,
  user: Pick<UserRow, 'email'>,
  mailId: string,
  mail: RenderedMail,
  to = user.email,
): Promise<void> => sendOwnMail(services, 'account', { ...mail, id: `account-${mailId}`, to })

/** What every such mail has; its link leads to the log-in. */
export const commonOf = ({ config }: Pick<Services, 'config'>, { language }: Pick<UserRow, 'language'>) => ({
  language,
  productName: config.productName,
  link: urlOf(config, loginPath(language)),
})
