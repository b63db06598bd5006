/** A built page into which the server writes language, title, head and content. */

import { createHash } from 'node:crypto'
import { graceSeconds as usualGraceSeconds } from '@sampan/contract/limits'
import {
  brandThemePath,
  builtOperator,
  builtOrigin,
  builtProductName,
  builtProviderName,
  defaultLanguage,
  type Language,
  signInPath,
} from '@sampan/contract/paths'
import { type PlanLimit, rolePlan } from '@sampan/contract/plans'
import { formatPlanLimit } from '@sampan/texts/format'
import { about } from '@sampan/texts/registry/about'
import type { Config } from '../../config/config.ts'
import type { TrackerConfig } from '../../http/trackers.ts'
import { type Origin, originOf } from '../../links.ts'
import { Html, html } from './html.ts'
import { startAfterPaint } from './start-after-paint.ts'

export type PageParts = { language: Language; title: string; head?: Html; content: Html }
export type PageTemplate = {
  /** Of its inline scripts, for the page's policy. */
  scriptHashes: readonly string[]
  fill: (parts: PageParts) => string
  /** As built, where only the head is told of this installation. */
  plain: string
}

const contentMark = '<div id="server-content"></div>'
/** Stands in where the web app is not built: everything works without its scripts. */
const bareShell = `<!DOCTYPE html><html lang="${about[defaultLanguage].tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${builtProductName}</title></head><body>${contentMark}</body></html>`

/** Data blocks are no scripts and need no hash. */
export function inlineScriptHashes(page: string): string[] {
  return [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\ssrc=/i.test(attributes) && !/type="application\/(?:ld\+)?json"/i.test(attributes))
    .map(([, , text = '']) => hashOf(text))
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

export const inlineStyleHashes = (page: string): string[] =>
  [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => hashOf(text))

// Search engines want whole addresses, and the build knows no origin.
const withOrigin = (page: string, origin: string): string =>
  page
    .replace(/<link rel="(?:canonical|alternate)"[^>]*>/g, (link) => link.replace('href="/', () => `href="${origin}/`))
    .replace(/<meta property="og:(?:url|image)" content="\//g, (meta) => `${meta.slice(0, -1)}${origin}/`)
    .replaceAll(builtOrigin, () => origin)

const withName = (page: string, name: string): string => page.replaceAll(builtProductName, () => html`${name}`.text)

/** Who runs this installation, where pages say so; without an address the sentence about it goes, and so does a way to write without one for mail. */
function withOperator(page: string, { operatorName, operatorAddress, supportEmail, productName }: Installation): string {
  const said = { name: operatorName ?? productName, address: operatorAddress, email: supportEmail }
  const whole = page.replace(/<(\w+)\b[^>]*\sdata-operator="(\w+)"[^>]*>.*?<\/\1>/gs, (element, _, key: keyof typeof said) =>
    said[key] ? element : '',
  )
  return Object.entries(said).reduce(
    (text, [key, value]) => text.replaceAll(builtOperator[key as keyof typeof said], () => html`${value}`.text),
    whole,
  )
}

/** Where else the operator is to be found: the foot of the page has a place for it, which the app leaves alone. */
const withSocialLinks = (page: string, links: readonly string[]): string =>
  page.replace(
    /(<span data-social=""[^>]*>)(<\/span>)/,
    (_, open: string, close: string) =>
      open +
      links
        .map((to) => html`<a href="${to}" rel="me noreferrer">${new URL(to).hostname.replace(/^www\./, '')}</a>`.text)
        .join('') +
      close,
  )

/** The boat and the name make way for the operator's logo. The app, told of it, draws the same. */
const withLogo = (page: string, { logo, productName }: Installation): string =>
  logo
    ? page.replace(
        /(<span\b[^>]*\sdata-logo="(\d+)"[^>]*>)<svg.*?<\/svg><span[^>]*>[^<]*<\/span>/gs,
        (_, open: string, height: string) => open + html`<img src="${logo}" height="${height}" alt="${productName}"/>`.text,
      )
    : page

const withHead = (page: string, head: string): string => page.replace('</head>', () => `${head}</head>`)

/** The build knows the plans as they are sold only. */
function withLimits(page: string, language: Language): string {
  return page.replace(
    /(data-plan-limit="(\w+)\.(\w+)"[^>]*>)([^<]*)/g,
    (_, mark: string, role: string, name: string, built: string) => {
      const value = rolePlan(role)[name as PlanLimit]
      // What is without a limit stays the word that the page has for it.
      return `${mark}${value === null ? built : formatPlanLimit(name as PlanLimit, value, language)}`
    },
  )
}

/** What pages tell of this installation. */
export type Installation = Pick<
  Config,
  | keyof Origin
  | 'productName'
  | 'supportEmail'
  | 'operatorName'
  | 'operatorAddress'
  | 'brandDir'
  | 'brandColour'
  | 'socialLinks'
  | 'graceSeconds'
  | 'geoCredit'
  | 'planLimits'
  | 'reviewLinks'
  | 'stripePublishableKey'
  | 'billing'
  | 'billingPlan'
  | 'signInProviders'
  | 'hasPasswordLogIn'
  | 'storeSealed'
  | keyof TrackerConfig
> & {
  /** Address of the operator's own, null for the boat. */
  logo?: string | null
}

/** Which provider moves no money here: every screen that touches money says so (P4), also those that are built before. */
const testPayments = ({ billing, stripePublishableKey: key }: Installation): string | false =>
  billing === 'sandbox' ? 'sandbox' : billing === 'stripe' && !key?.includes('_live_') && 'stripe'

const isSignInSpecial = ({ signInProviders, hasPasswordLogIn }: Installation): boolean =>
  signInProviders.length > 0 || !hasPasswordLogIn

/** How one logs in here (A11), as the app is told. */
const signInWaysOf = ({ signInProviders, hasPasswordLogIn }: Installation) => ({
  providers: signInProviders.map(({ id, name, icon }) => ({ id, name, icon })),
  hasPasswords: hasPasswordLogIn,
})

/**
 * A way of logging in for each provider, also for whoever has no scripts, and no form for passwords where none are taken. The words come
 * from the page; the app, told of it, draws the same.
 */
function withSignIn(page: string, { signInProviders, hasPasswordLogIn }: Installation): string {
  const link = (words: string, { id, name, icon }: Installation['signInProviders'][number]) =>
    html`<a href="${signInPath(id)}" rel="nofollow" data-icon="${icon}"><span>${new Html(words.replace(builtProviderName, () => html`${name}`.text))}</span></a>`
      .text
  const filled = page.replace(
    /(<div\b[^>]*\sdata-sign-in="([^"]*)"[^>]*>)(<\/div>)/g,
    (_, open: string, words: string, close: string) => open + signInProviders.map((each) => link(words, each)).join('') + close,
  )
  return hasPasswordLogIn ? filled : filled.replace(/<(form|p)\b[^>]*\sdata-passwords="[^>]*>.*?<\/\1>/gs, '')
}

/** What the operator has set and the app shows. */
function settingsFor(installation: Installation): string {
  const { productName, logo, brandColour, supportEmail, graceSeconds, geoCredit, planLimits, reviewLinks, billingPlan } =
    installation
  const payments = testPayments(installation)
  return [
    html`<meta name="sampan-name" content="${productName}">`.text,
    logo && html`<meta name="sampan-logo" content="${logo}">`.text,
    brandColour && html`<meta name="sampan-colour" content="${brandColour}">`.text,
    // A sender's own comes behind it, and counts more.
    brandColour && html`<link rel="stylesheet" href="${brandThemePath(`${brandColour.slice(1)}.css`)}">`.text,
    supportEmail && html`<meta name="sampan-support" content="${supportEmail}">`.text,
    graceSeconds !== usualGraceSeconds && html`<meta name="sampan-grace-seconds" content="${graceSeconds}">`.text,
    Object.keys(planLimits).length > 0 && html`<meta name="sampan-plan-limits" content="${JSON.stringify(planLimits)}">`.text,
    reviewLinks.length > 0 && html`<meta name="sampan-reviews" content="${JSON.stringify(reviewLinks)}">`.text,
    isSignInSpecial(installation) &&
      html`<meta name="sampan-sign-in" content="${JSON.stringify(signInWaysOf(installation))}">`.text,
    payments && html`<meta name="sampan-test-payments" content="${payments}">`.text,
    billingPlan && html`<meta name="sampan-shared-plan" content="${billingPlan}">`.text,
    !installation.storeSealed && html`<meta name="sampan-store-plain" content="yes">`.text,
    geoCredit && html`<meta name="sampan-geo-credit" content="${JSON.stringify(geoCredit)}">`.text,
  ]
    .filter(Boolean)
    .join('')
}

/** What leads to plans goes where none are for sale (O10); the app, told so, draws the same page. */
const withoutOffers = (page: string): string => page.replace(/<(a|nav|li)\b[^>]*\sdata-offer="[^>]*>.*?<\/\1>/gs, '')

/** What says that files are encrypted goes where the service does not do it (O6); the app, told so, draws the same page. */
const withoutSealed = (page: string): string => page.replace(/<li\b[^>]*\sdata-sealed="".*?<\/li>/gs, '')

/** `language` is that of the page as it was built. */
export function makeTemplate(built: string | null, config: Installation, language: Language = defaultLanguage): PageTemplate {
  const offering = config.billing === 'off' ? withoutOffers(built ?? bareShell) : (built ?? bareShell)
  const promised = config.storeSealed ? offering : withoutSealed(offering)
  const operated = withOperator(withLimits(promised, language), config)
  const told = withSignIn(withLogo(withSocialLinks(operated, config.socialLinks), config), config)
  const named = withName(withOrigin(told, originOf(config)), config.productName)
  const page = withHead(startAfterPaint(named, named.includes(contentMark)), settingsFor(config))
  return {
    scriptHashes: inlineScriptHashes(page),
    plain: page,
    fill: ({ language, title, head = new Html(''), content }) =>
      withHead(page, head.text)
        .replace(/<html lang="[^"]*"/, () => `<html lang="${about[language].tag}"`)
        .replace(/<title>[^<]*<\/title>/, () => html`<title>${title}</title>`.text)
        .replace(contentMark, () => contentMark.replace('></', () => `>${content.text}</`)),
  }
}
