/** `/d/{slug}/{user}` and `/w/{slug}`: answered with the status, title and plain content of the link's state (D6, D10). */
import { cookies } from '@sampan/contract/cookies'
import { zipPagePath } from '@sampan/contract/paths'
import { slug as slugShape } from '@sampan/contract/routes/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { guestOf } from '../../http/actor.ts'
import { readCookie } from '../../http/own-cookie.ts'
import { urlOf } from '../../links.ts'
import { blankView } from '../downloads/index.ts'
import { linkContent, linkHeading } from './link-content.ts'
import { formOutcome } from './link-forms.ts'
import type { LinkAsked, PageContext } from './page-context.ts'
import { sendFailurePage, sendPage } from './send-page.ts'

type Asked = { Params: { slug: string; user?: string }; Querystring: { dl?: unknown; wrong?: unknown; told?: unknown } }

/** What cannot be a slug is answered like an unknown one, and nobody is asked. */
const viewLink = async (context: PageContext, asked: LinkAsked) =>
  z.safeParse(slugShape, asked.slug).success ? context.viewLink(asked) : { status: 404, view: blankView(asked.slug, 'unknown') }

async function sendLinkPage(context: PageContext, request: FastifyRequest<Asked>, reply: FastifyReply, startsZip: boolean) {
  const { slug, user = '' } = request.params
  const { dl, wrong, told } = request.query
  // The address is the secret: it goes to no other page, not even our own (R47).
  reply.header('referrer-policy', 'no-referrer')
  const visitor = guestOf(request, null)
  try {
    const actor = { ...visitor, sessionOwnerId: await context.sessionOwnerOf(request) }
    const asked = {
      slug,
      user: user || undefined,
      dl: typeof dl === 'string' && dl ? dl : undefined,
      unlocked: readCookie(request, cookies.unlock(slug), context.config),
      actor,
      isHead: request.method === 'HEAD',
    }
    const { status, view } = await viewLink(context, asked)
    const visit = {
      view,
      user: asked.user,
      language: actor.language,
      now: context.clock(),
      address: urlOf(context.config, request.url.replace(/\?.*/s, '')),
      isWrong: wrong === '1',
      outcome: formOutcome(told),
      startsZip,
      product: context.config.productName,
    }
    const { language } = actor
    const page = { status, language, title: linkHeading(visit), content: linkContent(visit), brand: view.brand }
    return await sendPage(context, page, request, reply)
  } catch (error) {
    return sendFailurePage(context, error, request, reply)
  }
}

export function linkPageRoutes(app: FastifyInstance, context: PageContext): void {
  const page = (url: string, startsZip = false) =>
    app.route<Asked>({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => sendLinkPage(context, request, reply, startsZip),
    })
  for (const url of ['/d/:slug', '/d/:slug/', '/d/:slug/:user', '/w/:slug', '/w/:slug/']) page(url)
  for (const url of ['/downloads/:slug', '/downloads/:slug/', '/downloads/:slug/:user', '/downloads/:slug/:user/']) page(url)
  page(zipPagePath(':slug', ':user'), true)
}
