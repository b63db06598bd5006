/** The prerendered home page in both languages, and where a first visit goes (I1). */
import { homePath, type Language, languages } from '@sampan/contract/paths'
import { pageText } from '@sampan/texts/pages/index'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../http/actor.ts'
import { pagePolicy } from '../../http/security-headers.ts'
import { html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { makeTemplate } from './page-template.ts'
import { lastingBody, sendLasting } from './send-body.ts'
import type { WebBuild } from './web-build.ts'

/** Without a build the home page is the shell with one sentence. */
function homeText({ config, shell }: PageContext, language: Language): string {
  const content = html`<main class="plain"><h1>${config.productName}</h1><p>${pageText(language, 'homeText')}</p></main>`
  return shell.fill({ language, title: config.productName, content })
}

const queryOf = (request: FastifyRequest): string => /\?.*$/s.exec(request.url)?.[0] ?? ''

function redirect(request: FastifyRequest, reply: FastifyReply, to: string, status: 301 | 302) {
  return reply
    .code(status)
    .header('cache-control', 'no-cache')
    .redirect(to + queryOf(request), status)
}

function homeRoute(app: FastifyInstance, context: PageContext, language: Language, built: string | null): void {
  const template = built ? makeTemplate(built, context.config) : context.shell
  const text = built ? template.plain : homeText(context, language)
  const body = lastingBody('text/html; charset=utf-8', Buffer.from(text))
  const policy = pagePolicy(template.scriptHashes, context.config.isHttps)
  app.route({
    method: ['GET', 'HEAD'],
    url: homePath(language),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-cache')
      if (language === 'en') {
        reply.header('vary', 'Accept-Language, Cookie')
        if (languageOf(request) !== 'en') return redirect(request, reply, homePath(languageOf(request)), 302)
      }
      return sendLasting(body, request, reply.header('content-security-policy', policy))
    },
  })
}

const aliases: Record<string, string> = { '/index.html': '/', '/zh': '/zh/', '/zh/index.html': '/zh/' }

export function homeRoutes(app: FastifyInstance, context: PageContext, { pages }: WebBuild): void {
  const built: Record<Language, string | null> = { en: pages.home, zh: pages.homeZh }
  for (const language of languages) homeRoute(app, context, language, built[language])
  for (const [from, to] of Object.entries(aliases)) {
    app.route({ method: ['GET', 'HEAD'], url: from, handler: (request, reply) => redirect(request, reply, to, 301) })
  }
}
