/** Screens of the product, all of one shape: AVIF for a phone and for more, WebP where that is not known. */
import type { Language } from '@sampan/contract/paths'
import type { Screen } from './front-matter.ts'

export const screenSize = { width: 1280, height: 800 }

export const screenPath = (screen: Screen, language: Language, width: 640 | 1280, type: 'avif' | 'webp'): string =>
  `/screens/${screen}-${language}-${width}.${type}`

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `isFirst`: what is seen at once is not waited with. */
export function pictureHtml(screen: Screen, alt: string, language: Language, isFirst = false): string {
  const small = screenPath(screen, language, 640, 'avif')
  const large = screenPath(screen, language, 1280, 'avif')
  const sizes = '(max-width: 899px) calc(100vw - 40px), 860px'
  const { width, height } = screenSize
  const when = isFirst ? 'fetchpriority="high"' : 'loading="lazy"'
  return `<picture><source type="image/avif" srcset="${small} 640w, ${large} 1280w" sizes="${sizes}"/><img src="${screenPath(screen, language, 1280, 'webp')}" alt="${escaped(alt)}" width="${width}" height="${height}" ${when} decoding="async"/></picture>`
}
