import { cookies } from '@sampan/contract/cookies'
import type { Session } from '@sampan/contract/routes/accounts'
import type { Config } from '../../config/config.ts'
import { setCookie } from '../../http/own-cookie.ts'
import { isCommandLine } from '../../http/same-origin.ts'

type Asked = { request: Parameters<typeof isCommandLine>[0]; reply: Parameters<typeof setCookie>[0] }

/** No script of a page ever sees the refresh token. */
export function answerSession(
  config: Pick<Config, 'isHttps'>,
  { request, reply }: Asked,
  session: Session,
  showsToken = isCommandLine(request),
): Session {
  if (session.refreshToken) setCookie(reply, cookies.refresh, session.refreshToken, config)
  return showsToken ? session : { ...session, refreshToken: null }
}
