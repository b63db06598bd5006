/** The style sheet of a sender's pages (B1): custom properties alone, made of its own address, so that it never changes. */
import { brandPicturePath, brandThemePath } from '@sampan/contract/paths'
import { brandThemeName } from '@sampan/contract/routes/branding'
import { brandColours, type Look } from '@sampan/contract/rules/brand-colours'

export type Theme = {
  accent: string | null
  /** The page names nobody but whose it is. */
  isOwn: boolean
  /** The id of the picture behind it. */
  background: string | null
}

/** Null where there is nothing to say. */
export function themePath({ accent, isOwn, background }: Theme): string | null {
  if (!accent && !isOwn && !background) return null
  const name = `${accent?.slice(1) ?? 'plain'}${isOwn ? '-own' : ''}${background ? `-${background}` : ''}`
  return brandThemePath(`${name}.css`)
}

export function readTheme(name: string): Theme {
  const [, accent = 'plain', own, background = null] = brandThemeName.exec(name) ?? []
  return { accent: accent === 'plain' ? null : `#${accent}`, isOwn: own !== undefined, background }
}

const rule = (selector: string, properties: Record<string, string>): string =>
  `${selector}{${Object.entries(properties)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}\n`

function colourProperties(accent: string, look: Look): Record<string, string> {
  const { button, deep, onButton, link } = brandColours(accent, look)
  return { action: button, 'action-deep': deep, 'on-action': onButton, 'action-link': link }
}

/** Said twice over, so that it counts more than what pages say of themselves, in whatever order the sheets come. */
const root = ':root:root'

export function themeSheet({ accent, isOwn, background }: Theme): string {
  return [
    accent && rule(root, colourProperties(accent, 'light')),
    accent && rule(`${root}[data-theme="dark"]`, colourProperties(accent, 'dark')),
    isOwn && rule(root, { product: 'none' }),
    background && rule(root, { backdrop: `url("${brandPicturePath(background)}")`, ground: 'var(--surface)' }),
  ]
    .filter(Boolean)
    .join('')
}
