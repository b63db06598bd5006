import { cookies } from '@sampan/contract/cookies'
import type { Session } from '@sampan/contract/routes/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { setCookie } from '../../http/own-cookie.ts'
import { isCommandLine } from '../../http/same-origin.ts'

/** No script of a page ever sees the refresh token. */
export function answerSession(
  config: Pick<Config, 'isHttps'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  session: Session,
  showsToken = isCommandLine(request),
): Session {
  if (session.refreshToken) setCookie(reply, cookies.refresh, session.refreshToken, config)
  return showsToken ? session : { ...session, refreshToken: null }
}
