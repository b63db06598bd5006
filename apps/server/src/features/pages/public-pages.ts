/** The prerendered public pages in every language, and where a first visit goes (I1, W1). */
import { languages } from '@sampan/contract/languages'
import { pathLanguage } from '@sampan/contract/page-language'
import {
  accountProfilePath,
  articlePath,
  dashDevicePath,
  dashPath,
  defaultLanguage,
  devicePath,
  homePath,
  type Language,
  lifetimePath,
  loginPath,
  type PathOf,
  pricingPath,
  publicPaths,
  roadmapPath,
  supportArticlePath,
  supportPath,
} from '@sampan/contract/paths'
import { rolePlan } from '@sampan/contract/plans'
import { articles, supportArticles } from '@sampan/contract/site'
import { formatBytes, formatNumber } from '@sampan/texts/format'
import { pageText } from '@sampan/texts/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../http/actor.ts'
import { pagePolicy } from '../../http/security-headers.ts'
import { trackersOf } from '../../http/trackers.ts'
import { originOf } from '../../links.ts'
import { withConsent } from './consent.ts'
import { feed, feedPath, withFeed } from './feed.ts'
import { html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { pagePictureRoutes } from './page-pictures.ts'
import { makeTemplate } from './page-template.ts'
import { type TextNow, textNow } from './public-text.ts'
import { lastingBody, sendLasting } from './send-body.ts'
import { sendPage } from './send-page.ts'
import type { WebBuild } from './web-build.ts'

const salePaths = new Set<PathOf>([pricingPath, lifetimePath])
type Redirect = { to: string; status: 301 | 302 }

/** Without a build a public page is the shell with one sentence. */
function bareText({ config, shell }: PageContext, language: Language): string {
  const content = html`<main class="plain"><h1>${config.productName}</h1><p>${pageText(language, 'homeText')}</p></main>`
  return shell.fill({ language, title: config.productName, content })
}

const queryOf = (request: FastifyRequest): string => /\?.*$/s.exec(request.url)?.[0] ?? ''

const redirect = (request: FastifyRequest, reply: FastifyReply, { to, status }: Redirect) =>
  reply
    .code(status)
    .header('cache-control', 'no-cache')
    .redirect(to + queryOf(request), status)

const get = (app: FastifyInstance, url: string, answer: (request: FastifyRequest, reply: FastifyReply) => unknown): void =>
  void app.route({ method: ['GET', 'HEAD'], url, handler: async (request, reply) => answer(request, reply) })

/** Mails about a trial that ends name the home page and mean the log-in (W1). */
const meansLogin = (pathOf: PathOf, request: FastifyRequest): boolean =>
  pathOf === homePath && (request.query as { ref?: unknown }).ref === 'trial_ending'

/** The article of the support pages that an address names: it has one of its own, which needs no script. */
const namedArticle = (pathOf: PathOf, request: FastifyRequest) =>
  pathOf === supportPath ? supportArticles.find((name) => name === (request.query as { article?: unknown }).article) : undefined

/** What is made of a text, kept until it is another. */
function lastOf<T>(make: (text: string) => T): (text: string) => T {
  let last: { text: string; made: T } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) }
    return last.made
  }
}

function pageRoute(
  app: FastifyInstance,
  context: PageContext,
  pathOf: PathOf,
  language: Language,
  textNow: TextNow | null,
): void {
  const trackers = trackersOf(context.config)
  const sent = lastOf((built) => {
    const asking = withFeed(withConsent(built, language, trackers), pathOf(language), language)
    const template = textNow ? makeTemplate(asking, context.config, language) : context.shell
    return {
      body: lastingBody('text/html; charset=utf-8', Buffer.from(textNow ? template.plain : bareText(context, language))),
      policy: pagePolicy(template.scriptHashes, context.config, trackers),
    }
  })
  get(app, pathOf(language), async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    // An address without a language is for everybody, and leads readers of others on.
    const isForAll = language === defaultLanguage
    if (isForAll) reply.header('vary', 'Accept-Language, Cookie')
    const wanted = isForAll ? languageOf(request) : language
    if (meansLogin(pathOf, request)) return redirect(request, reply, { to: loginPath(wanted), status: 302 })
    const article = namedArticle(pathOf, request)
    if (article) return reply.redirect(supportArticlePath(article)(wanted), 302)
    if (wanted !== language) return redirect(request, reply, { to: pathOf(wanted), status: 302 })
    const { body, policy } = sent((await textNow?.()) ?? '')
    return sendLasting(body, request, reply.header('content-security-policy', policy))
  })
}

/** Former addresses of articles (spec §2). */
const moved = (['sinosend-vs-wetransfer', 'how-to-send-big-files-to-china'] as const).flatMap((article) =>
  languages.map((to) => [articlePath(article)(to).replace('/blog/', '/'), articlePath(article)(to)] as const),
)

const aliases: Record<string, string> = {
  '/signup/login': loginPath(defaultLanguage),
  '/signup': pricingPath(defaultLanguage),
  // Short, because people type it from a terminal.
  [devicePath]: dashDevicePath,
  // As its neighbours are called.
  [`${accountProfilePath}/profile`]: accountProfilePath,
  ...Object.fromEntries(moved),
  ...Object.fromEntries(languages.map((to) => [`${homePath(to)}index.html`, homePath(to)])),
  ...Object.fromEntries(languages.filter((to) => to !== defaultLanguage).map((to) => [homePath(to).slice(0, -1), homePath(to)])),
  ...Object.fromEntries(
    publicPaths
      .filter((pathOf) => pathOf !== homePath)
      .flatMap((pathOf) => languages.map((to) => [`${pathOf(to)}/`, pathOf(to)])),
  ),
  // Whatever stands below it is one page (spec §2).
  ...Object.fromEntries(languages.map((to) => [`${roadmapPath(to)}/*`, roadmapPath(to)])),
  [`${dashPath}/roadmap`]: roadmapPath(defaultLanguage),
  [`${dashPath}/roadmap/*`]: roadmapPath(defaultLanguage),
}

/** In the place of plans and of codes where nothing is for sale: what everybody has (O10). */
function noOffer(app: FastifyInstance, context: PageContext, path: string, language: Language): void {
  const { uploadBytes, storageBytes, recipients } = rolePlan(context.config.billingPlan ?? 'free')
  const [upload, storage] = [formatBytes(uploadBytes, language), formatBytes(storageBytes, language)]
  const text = pageText(language, 'sharedText', { upload, storage, recipients: formatNumber(recipients, language) })
  const title = pageText(language, 'sharedTitle')
  const content = html`<main class="plain"><h1>${title}</h1><p>${text}</p><a class="button" href="${homePath(language)}">${pageText(language, 'toHome')}</a></main>`
  get(app, path, (request, reply) => sendPage(context, { status: 200, language, title, content }, request, reply))
}

export function publicPageRoutes(app: FastifyInstance, context: PageContext, { pages, files }: WebBuild): void {
  const written = [...pages.public].map(([path, built]) => {
    const language = pathLanguage(path) ?? defaultLanguage
    return { path, language, textNow: textNow(built, path, language, context.words) }
  })
  const textsNow = new Map(written.map(({ path, textNow }) => [path, textNow]))
  const isOffer = (pathOf: PathOf) => context.config.billing === 'off' && salePaths.has(pathOf)
  for (const pathOf of publicPaths)
    for (const language of languages)
      if (isOffer(pathOf)) noOffer(app, context, pathOf(language), language)
      else pageRoute(app, context, pathOf, language, textsNow.get(pathOf(language)) ?? null)
  const site = { origin: originOf(context.config), productName: context.config.productName }
  for (const language of languages) {
    const body = lastOf((text) => lastingBody('application/rss+xml; charset=utf-8', Buffer.from(text)))
    get(app, feedPath(language), async (request, reply) => {
      const told = await Promise.all(articles.map((article) => textsNow.get(articlePath(article)(language))?.()))
      return sendLasting(body(feed(told, language, site)), request, reply.header('cache-control', 'no-cache'))
    })
  }
  const { productName, brandColour } = context.config
  pagePictureRoutes(app, written, { productName, brandColour, files })
  for (const [from, to] of Object.entries(aliases))
    get(app, from, (request, reply) => redirect(request, reply, { to, status: 301 }))
}
