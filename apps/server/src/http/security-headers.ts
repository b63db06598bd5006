/** The headers that every reply carries, and the content policies by kind of reply (R35, reliability "Decisions"). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'
import { allowedFor, type Tracker } from './trackers.ts'

/** JSON and bytes: shown by a browser, they may do nothing at all. */
const dataPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** Scripts, styles, fonts: a worker is bound by the policy of its own file. */
export const assetPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** What the script of Stripe needs, which is loaded where somebody is about to pay; without its keys nothing of it may run. */
const stripe = {
  script: ' https://js.stripe.com https://*.js.stripe.com',
  image: ' https://*.stripe.com',
  connect: ' https://api.stripe.com https://checkout.stripe.com',
  frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.stripe.com',
}
const noProvider: typeof stripe = { script: '', image: '', connect: '', frame: '' }

/** `storeOrigin`: where parts of uploads go that do not come here. */
type PageConfig = Pick<Config, 'isHttps' | 'stripePublishableKey'> & { storeOrigin?: string | undefined }

/**
 * `scriptHashes`: 'sha256-…' of each inline script of that page; `trackers`: what it may load once its visitor agrees. Styles are written
 * at run time by the component library.
 */
export function pagePolicy(
  scriptHashes: readonly string[],
  { isHttps, stripePublishableKey, storeOrigin }: PageConfig,
  trackers: readonly Tracker[] = [],
): string {
  const provider = stripePublishableKey ? stripe : noProvider
  const also = (kind: Parameters<typeof allowedFor>[1]) => allowedFor(trackers, kind)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' ') + provider.script + also('script'),
    `style-src 'self' 'unsafe-inline'${also('style')}`,
    `img-src 'self' data: blob:${provider.image}${also('image')}`,
    `font-src 'self'${also('font')}`,
    `connect-src 'self'${storeOrigin ? ` ${storeOrigin}` : ''}${provider.connect}${also('connect')}`,
    // Of our own there are the frames of previews and no others: all else says that nobody may frame it.
    `frame-src 'self'${provider.frame}${also('frame')}`,
    `media-src 'self' blob:${also('media')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * Of a frame that draws a stranger's file (R34): it belongs to no origin, runs the script that it was built with and a worker made of it, and
 * reaches no server. `'wasm-unsafe-eval'`: PDF has two kinds of pictures that only compiled code decodes; text becomes no code.
 */
export const framePolicy = (scriptHashes: readonly string[], styleHashes: readonly string[]): string => {
  const all = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`).join(' ')
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${all(scriptHashes)} 'wasm-unsafe-eval'`,
    `style-src ${all(styleHashes)}`,
    'worker-src blob:',
    'img-src blob: data:',
    'font-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

const headersOf = (isHttps: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=()',
  'content-security-policy': dataPolicy,
  ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
})

/** For replies that no hook sees: addresses that cannot be decoded never reach a route. */
export const setSecurityHeaders = (reply: FastifyReply, { isHttps }: Pick<Config, 'isHttps'>): FastifyReply =>
  reply.headers(headersOf(isHttps))

/** Set before anything else runs; a route may then set its own policy. */
export function addSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'isHttps'>): void {
  const headers = headersOf(config.isHttps)
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(headers)
  })
}
