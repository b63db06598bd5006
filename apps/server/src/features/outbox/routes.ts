/** `/outbox`: the mails that no mail server took, for whoever runs the service on their own machine. */
import { join } from 'node:path'
import { cookies } from '@sampan/contract/cookies'
import { Problem } from '@sampan/contract/errors'
import { outboxPath } from '@sampan/contract/paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../http/actor.ts'
import type { HttpContext } from '../../http/serve-route.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { hasOutboxPage, isFromThisMachine, isKey, outboxKey } from './guard.ts'
import { newestMails, readKept, readRaw } from './kept-mails.ts'
import { listPage, mailPage } from './pages.tsx'

const listedMails = 200
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type Query = { key?: string; raw?: string }
type Outbox = { dir: string; key: string; isHttps: boolean; productName: string }

/** Where to read kept mails, with its key; null where there is no such page. */
export const outboxUrl = ({ config, secrets }: Pick<Services, 'config' | 'secrets'>): string | null =>
  hasOutboxPage(config) ? urlOf(config, `${outboxPath}?key=${outboxKey(secrets.outbox)}`) : null

const commonOf = (request: FastifyRequest, { productName }: Outbox) => ({ language: languageOf(request), productName })

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(html)

/** The key leaves the address bar at once: it becomes a cookie. */
function keepKey(reply: FastifyReply, { key, isHttps }: Outbox): FastifyReply {
  const { name, maxAgeSeconds } = cookies.outbox
  return reply
    .setCookie(name, key, { path: outboxPath, httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge: maxAgeSeconds })
    .header('cache-control', 'no-store')
    .redirect(outboxPath, 303)
}

/** Everything that is not allowed looks as if the page did not exist. */
function refuse(request: FastifyRequest, outbox: Outbox): void {
  const peer = request.raw.socket.remoteAddress
  const hasKey = [request.cookies[cookies.outbox.name], (request.query as Query).key].some((given) => isKey(given, outbox.key))
  if (!hasKey || !isFromThisMachine({ headers: request.headers, ip: request.ip, peer })) throw new Problem('notFound')
}

async function sendMail(request: FastifyRequest, reply: FastifyReply, outbox: Outbox): Promise<FastifyReply> {
  const { name } = request.params as { name: string }
  if ((request.query as Query).raw) {
    const raw = await readRaw(outbox.dir, name)
    if (!raw) throw new Problem('notFound')
    return reply
      .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' })
      .type('message/rfc822')
      .send(raw)
  }
  const kept = await readKept(outbox.dir, name)
  if (!kept) throw new Problem('notFound')
  return sendPage(reply, mailPage(commonOf(request, outbox), kept))
}

export function outboxRoutes(app: FastifyInstance, _context: HttpContext, { config, secrets }: Services): void {
  if (!hasOutboxPage(config)) return
  const { isHttps, productName } = config
  const outbox: Outbox = { dir: join(config.dataDir, 'outbox'), key: outboxKey(secrets.outbox), isHttps, productName }
  const onRequest = async (request: FastifyRequest) => refuse(request, outbox)

  app.get(outboxPath, { onRequest }, async (request, reply) => {
    if ((request.query as Query).key) return keepKey(reply, outbox)
    return sendPage(reply, listPage(commonOf(request, outbox), await newestMails(outbox.dir, listedMails)))
  })
  app.get(`${outboxPath}/:name`, { onRequest }, (request, reply) => sendMail(request, reply, outbox))
}
