/**
 * The colours of a sender's pages and mails (B1), from the one that they have chosen: mended as little as it takes for every text to be
 * read (WCAG 2, 4.5:1).
 */
export type Look = 'light' | 'dark'
export type BrandColours = {
  button: string
  /** Of the button under the pointer. */
  deep: string
  onButton: string
  link: string
}
/** By day it was made darker, in the dark lighter. */
export type Mended = { look: Look; part: 'button' | 'link' }

export const readableRatio = 4.5
/** A button is known by its words; that it is one has to be seen at all. */
const visibleRatio = 1.5

/** What pages and mails put below, the darkest and the lightest of each look. */
const grounds: Record<Look, readonly string[]> = { light: ['#ffffff', '#f3eee4'], dark: ['#15222c', '#0b131a'] }
const white = '#ffffff'
const black = '#000000'

const partsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
const written = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(colour: string): number {
  const [red, green, blue] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of the way to another colour. */
function mixed(colour: string, other: string, share: number): string {
  const others = partsOf(other)
  return written(partsOf(colour).map((part, at) => part + (others[at]! - part) * share))
}

const steps = 100

/** The first colour on the way to `towards` that all of `against` leave readable by `ratio`. */
function mended(colour: string, towards: string, against: readonly string[], ratio: number): string {
  for (let step = 0; step < steps; step++) {
    const tried = mixed(colour, towards, step / steps)
    if (against.every((ground) => contrast(tried, ground) >= ratio)) return tried
  }
  return towards
}

const textOn = (button: string): string => (contrast(white, button) >= readableRatio ? white : black)

/** `accent`: `#rrggbb`. */
export function brandColours(accent: string, look: Look): BrandColours {
  const away = look === 'light' ? black : white
  const button = mended(accent, away, grounds[look], visibleRatio)
  const onButton = textOn(button)
  return {
    button,
    // Away from its text, which stays as readable as it was.
    deep: mixed(button, onButton === white ? black : white, 0.16),
    onButton,
    link: mended(accent, away, grounds[look], readableRatio),
  }
}

/** What is not as it was chosen, to be told. */
export function mendedOf(accent: string): Mended[] {
  return (['light', 'dark'] as const).flatMap((look) => {
    const colours = brandColours(accent, look)
    return (['button', 'link'] as const).flatMap((part) => (colours[part] === accent ? [] : [{ look, part }]))
  })
}

/** What a person types for a colour, as `#rrggbb`; null where it is none. */
export function colourOf(typed: string): string | null {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(typed.trim().toLowerCase()) ?? []
  if (digits === '') return null
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}
