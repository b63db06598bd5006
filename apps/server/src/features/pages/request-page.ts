/** `/r/{slug}` and `/r/{slug}/{user}` (R2): answered with the status and title of the request's state; sending is the app's. */
import { cookies } from '@sampan/contract/cookies'
import type { Language } from '@sampan/contract/paths'
import { requestPath } from '@sampan/contract/paths'
import { slug as slugShape } from '@sampan/contract/routes/fields'
import { type RequestView, reportRequest } from '@sampan/contract/routes/request-page'
import { isReportable, type RequestPageState } from '@sampan/contract/states'
import { formatMoment } from '@sampan/texts/format'
import { type PageTextKey, pageText } from '@sampan/texts/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { guestOf } from '../../http/actor.ts'
import type { FormOutcome } from '../../http/link-form.ts'
import { readCookie } from '../../http/own-cookie.ts'
import { brandLogo, poweredByLine } from './brand-parts.ts'
import { type Html, html } from './html.ts'
import { formOutcome, reportForm } from './link-forms.ts'
import { leadOn } from './old-link-pages.ts'
import type { PageContext } from './page-context.ts'
import { sendFailurePage, sendPage } from './send-page.ts'

type Asked = { Params: { slug: string; user?: string }; Querystring: { told?: unknown } }
/** How the page was come to, and what its form has done just now. */
type Visit = { slug: string; user: string | undefined; outcome: FormOutcome | null; product: string }
type Seen = Pick<RequestView, 'state' | 'requester' | 'brand' | 'title' | 'message' | 'dueAt' | 'isLate' | 'endsAt' | 'documents'>

const nothing: Seen = {
  ...{ state: 'unknown', requester: null, title: '', message: '', documents: [] },
  ...{ dueAt: null, isLate: false, endsAt: null },
}

const titles: Record<Exclude<RequestPageState, 'open'>, PageTextKey> = {
  password: 'requestPasswordTitle',
  closed: 'requestClosedTitle',
  full: 'requestFullTitle',
  expired: 'requestExpiredTitle',
  storageFull: 'requestStorageFullTitle',
  takenDown: 'requestTakenDownTitle',
  unknown: 'requestUnknownTitle',
}
const texts: Record<Exclude<RequestPageState, 'open'>, PageTextKey> = {
  password: 'requestPasswordText',
  closed: 'requestClosedText',
  full: 'requestFullText',
  expired: 'requestExpiredText',
  storageFull: 'requestStorageFullText',
  takenDown: 'requestTakenDownText',
  unknown: 'requestUnknownText',
}

function headingOf(language: Language, { state, requester }: Seen): string {
  if (state !== 'open') return pageText(language, titles[state])
  const who = requester?.name.trim() || requester?.email || pageText(language, 'requestSomeone')
  return pageText(language, 'requestAsks', { who })
}

/** In every state of a request that is there (D7). */
const reportFormOf = (language: Language, { state }: Seen, { slug, user, outcome }: Visit): Html | false => {
  const path = reportRequest.path.replace(':slug', slug)
  const action = user ? `${path}?user=${encodeURIComponent(user)}` : path
  return (
    isReportable(state) && reportForm({ language, outcome }, { title: 'requestReportTitle', text: 'requestReportText', action })
  )
}

function untilOf(language: Language, { dueAt, isLate, endsAt }: Seen): Html | false {
  const at = dueAt ?? endsAt
  if (at === null) return false
  const key = dueAt === null ? 'requestEnds' : isLate ? 'requestLate' : 'requestDue'
  return html`<p>${pageText(language, key, { date: formatMoment(new Date(at), language) })}</p>`
}

/** Readable without scripts; sending needs them. */
function contentOf(language: Language, view: Seen, visit: Visit): Html {
  const report = html`${reportFormOf(language, view, visit)}${poweredByLine(view.brand, language, visit.product)}`
  const heading = html`${brandLogo(view.brand)}<h1>${headingOf(language, view)}</h1>`
  if (view.state !== 'open')
    return html`<main class="plain">${heading}<p>${pageText(language, texts[view.state])}</p>${report}</main>`
  const { title, message, documents } = view
  const list =
    documents.length > 0 &&
    html`<h2>${pageText(language, 'requestNeeded')}</h2><ul>${documents.map(({ name, note }) => html`<li><bdi>${name}</bdi>${note && html` · ${note}`}</li>`)}</ul>`
  return html`<main class="plain">${heading}${untilOf(language, view)}${title && html`<p>${title}</p>`}${message && html`<p>${message}</p>`}${list}<noscript><p>${pageText(language, 'pageNeedsScript')}</p></noscript>${report}</main>`
}

export function requestPageRoutes(app: FastifyInstance, context: PageContext): void {
  const handler = async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
    const { slug, user } = request.params
    const actor = guestOf(request, null)
    const { language } = actor
    // The address is the secret: it goes to no other page, not even our own (R47).
    reply.header('referrer-policy', 'no-referrer')
    try {
      const unlocked = readCookie(request, cookies.unlockRequest(slug), context.config)
      // What cannot be a slug is answered like an unknown one, and nobody is asked.
      const isSlug = z.safeParse(slugShape, slug).success
      const { status, view } = isSlug
        ? await context.viewRequest(actor, { slug, user, unlocked })
        : { status: 404, view: nothing }
      const isUnknown = view.state === 'unknown' && user === undefined
      const old = { sources: ['palmr'], alias: slug, to: 'request', isMiss: isSlug } as const
      if (isUnknown && (await leadOn(context, request, reply, old))) return reply
      return sendPage(
        context,
        {
          status,
          language,
          title: headingOf(language, view),
          content: contentOf(language, view, {
            slug,
            user,
            outcome: formOutcome(request.query.told),
            product: context.config.productName,
          }),
          brand: view.brand,
        },
        request,
        reply,
      )
    } catch (error) {
      return sendFailurePage(context, error, request, reply)
    }
  }
  for (const url of [requestPath(':slug'), requestPath(':slug', ':user')])
    app.route<Asked>({ method: ['GET', 'HEAD'], url, handler })
}
