/** What the server's own pages show of whoever they are from (B1). */
import { homePath, type Language } from '@sampan/contract/paths'
import type { BrandShown } from '@sampan/contract/routes/branding'
import { pageText } from '@sampan/texts/pages'
import { type Html, html } from './html.ts'

type Brand = BrandShown | undefined

export const brandLogo = (brand: Brand): Html | false =>
  !!brand?.logo && html`<p><img class="own-logo" src="${brand.logo}" alt="" height="44"></p>`

export const poweredByLine = (brand: Brand, language: Language, product: string): Html | false =>
  !!brand?.poweredBy &&
  html`<p><a class="sent-with" href="${homePath(language)}">${pageText(language, 'sentWith', { product })}</a></p>`

/** The app takes over what is marked, and takes it away where it leads elsewhere. */
export const brandHead = (brand: Brand): Html =>
  html`${!!brand?.theme && html`<link rel="stylesheet" href="${brand.theme}" data-brand="theme">`}`

/** In place of the product's: of several a browser takes which it likes. */
export const withFavicon = (page: string, brand: Brand): string =>
  brand?.favicon ? page.replace(/<link rel="icon"[^>]*>/, () => html`<link rel="icon" href="${brand.favicon ?? ''}">`.text) : page
