/** What a mail has of the brand of whoever it is from (B1). */
import { brandColours } from '@sampan/contract/rules/brand-colours'
import { createContext } from 'react'
import { colors } from './colors.ts'

export type MailBrand = {
  /** `#rrggbb`, as it was chosen. */
  accent: string | null
  /** A whole address. */
  logo: string | null
  /** Where the line leads that names the product; null: there is none. */
  poweredBy: string | null
}

/** None: the product's own, as mails that are from nobody else. */
export const BrandContext = createContext<MailBrand | undefined>(undefined)

let productColour: string | null = null

/** The operator's in place of the product's, `#rrggbb`. Once, before the first mail is written. */
export function setProductColour(colour: string | null): void {
  productColour = colour
}

/** [light, dark] */
export function buttonColours(own: string | null | undefined): { button: readonly string[]; onButton: readonly string[] } {
  const accent = own ?? productColour
  if (!accent) return { button: colors.lacquer, onButton: colors.onLacquer }
  const both = [brandColours(accent, 'light'), brandColours(accent, 'dark')]
  return { button: both.map(({ button }) => button), onButton: both.map(({ onButton }) => onButton) }
}
