/** The pages alone on a real port, with a small build and a view that each test chooses. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import cookie from '@fastify/cookie'
import { Problem } from '@sampan/contract/errors'
import type { TransferView } from '@sampan/contract/routes/downloads'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { replyWithError } from '../../http/error-reply.ts'
import { addSecurityHeaders, setSecurityHeaders } from '../../http/security-headers.ts'
import type { LinkAsked, PageContext } from './page-context.ts'
import { addPages } from './page-routes.ts'
import { readWebBuild } from './web-build.ts'

export const now = new Date('2026-03-01T12:00:00Z')
const fileId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export const transfer = (changes: Partial<TransferView> = {}): TransferView => ({
  state: 'open',
  slug: 'Ab3dE6g',
  sender: { name: null, company: null, email: 'anna@example.com' },
  message: 'For you',
  files: ['plan.pdf', 'photos/sea.jpg', 'photos/船.jpg'].map((path, i) => ({
    fileId: fileId(i + 1),
    path,
    size: 1_500_000,
    lastModified: null,
  })),
  totalBytes: 4_500_000,
  fileCount: 3,
  expiresAt: '2026-03-04T12:00:00.000Z',
  dl: 'mac.text',
  recipient: null,
  notifiesSender: true,
  downloadsLeft: null,
  ...changes,
})

export const closed = (state: TransferView['state']): TransferView =>
  transfer({ state, sender: null, message: '', files: [], totalBytes: 0, fileCount: 0, expiresAt: null, dl: null })

const inlineScript = '<script>window.here = 1</script>'
const limits =
  '<p><span data-plan-limit="anon.uploadBytes">3 GB</span> · <span data-plan-limit="anon.files">50</span> · <span data-plan-limit="pro.contacts">Unlimited</span></p>'
const offers =
  '<nav><a class="x" href="/pricing" data-offer="">Pricing</a><a href="/login">Log in</a></nav><nav aria-label="x" data-offer=""><a href="/pricing">Pricing</a></nav>'
const built = (language: string, path: string, name = 'Home') =>
  `<!DOCTYPE html><html lang="${language}"><head><title>${name} ${language}</title><link rel="canonical" href="${path}"/></head><body><a aria-label="%PRODUCT_NAME%">%PRODUCT_NAME%</a><b><span class="l" data-logo="30"><svg><path d="M0 0"/></svg><span translate="no">%PRODUCT_NAME%</span></span></b>${offers}${limits}${inlineScript}<script>window.page = '${path}'</script></body></html>`
export const assets: Record<string, string> = {
  'index.html': built('en', '/'),
  'zh/index.html': built('zh-CN', '/zh/'),
  'register/index.html': built('en', '/register', 'Register'),
  'zh/register/index.html': built('zh-CN', '/zh/register', 'Register'),
  'login/index.html': built('en', '/login', 'Login'),
  'zh/login/index.html': built('zh-CN', '/zh/login', 'Login'),
  'pricing/index.html': built('en', '/pricing', 'Pricing'),
  'zh/pricing/index.html': built('zh-CN', '/zh/pricing', 'Pricing'),
  '__spa-fallback.html': `<!DOCTYPE html><html lang="en"><head><title>%PRODUCT_NAME%</title></head><body><div id="server-content"></div>${inlineScript}<script type="module" async="">import "/assets/app-1.js"</script><script src="/boot.js"></script></body></html>`,
  'assets/app-1.js': `export const app = '${'a'.repeat(5000)}'`,
  'assets/app-1.js.map': '{"secret":1}',
  'boot.js': 'boot()',
  'favicon.svg': '<svg id="boat"/>',
  'preview-frame/lines.html':
    '<html><style>a{}</style><script type="application/json" id="worker">"x"</script><script>draw()</script></html>',
}

/** The secret beside the build is what no address may reach. */
function writeBuild(more: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'sampan-pages-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const dir = join(root, 'client')
  for (const [name, text] of Object.entries({ ...assets, ...more, '../secret.txt': 'canary' })) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  return dir
}

export type Raw = { status: number; headers: Record<string, string>; body: string }
export type TestPages = {
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Raw>
  asked: LinkAsked[]
}

type Options = {
  config?: Partial<PageContext['config']>
  view?: { status: number; view: TransferView } | Error
  noBuild?: boolean
  words?: PageContext['words']
  /** Files of the build beside the usual ones. */
  more?: Record<string, string>
}

export const testSettings = {
  isHttps: false,
  productName: 'Sampan',
  publicUrl: 'http://files.test',
  supportEmail: null,
  operatorName: null,
  operatorAddress: null,
  brandDir: null,
  brandColour: null,
  socialLinks: [],
  graceSeconds: 14 * 86_400,
  geoCredit: null,
  planLimits: {},
  reviewLinks: [],
  stripePublishableKey: null,
  billing: 'sandbox' as const,
  billingPlan: null,
  signInProviders: [],
  hasPasswordLogIn: true,
  storeSealed: true,
  plausibleUrl: null,
  matomoUrl: null,
  googleAnalyticsId: null,
  crispId: null,
}

export async function startPages({
  config = {},
  view,
  noBuild = false,
  words = null,
  more = {},
}: Options = {}): Promise<TestPages> {
  const settings = { ...testSettings, ...config }
  const app = Fastify({
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 600 },
    frameworkErrors: (error, request, reply) => replyWithError(error, request, setSecurityHeaders(reply, settings)),
  })
  addSecurityHeaders(app, settings)
  await app.register(cookie)
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply))
  app.get('/api/ok', async () => ({ ok: true }))
  app.get('/api/broken', async () => Promise.reject(new Error('broken')))
  const asked: LinkAsked[] = []
  const viewLink = async (visit: LinkAsked) => {
    asked.push(visit)
    if (view instanceof Error) throw view
    return view ?? { status: 200, view: transfer() }
  }
  const viewManaged = () => Promise.reject(new Problem('transferUnknown'))
  const viewRequest = () => Promise.reject(new Problem('internal'))
  const viewExtension = () => Promise.reject(new Problem('extensionDead'))
  const viewRefusal = () => Promise.reject(new Problem('mailLinkInvalid'))
  addPages(app, readWebBuild(noBuild ? null : writeBuild(more)), {
    config: settings,
    clock: () => now,
    findPart: async () => null,
    sessionOwnerOf: async () => null,
    words,
    viewLink,
    viewManaged,
    viewRequest,
    viewExtension,
    viewRefusal,
    viewNotices: viewRefusal,
    findOldLink: async () => undefined,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { asked, get: (path, headers = {}, method = 'GET') => ask(port, path, headers, method) }
}

/** The path goes out as it is: fetch would tidy it. */
const ask = (port: number, path: string, headers: Record<string, string>, method: string): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, method }, (reply) => {
      const pieces: Buffer[] = []
      reply.on('data', (piece) => pieces.push(piece))
      reply.on('end', () => {
        const body = Buffer.concat(pieces).toString()
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers as Record<string, string>, body })
      })
    })
    sent.on('error', reject).end()
  })

export const titleOf = (page: Raw): string | undefined => /<title>(.*?)<\/title>/s.exec(page.body)?.[1]
