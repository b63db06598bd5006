/** What the doctor tells: about what, how it stands, and the lines that mend it. */
import type { AdviceCode, FindingCode, FindingSubject } from '@sampan/contract/findings'
import { defaultLanguage } from '@sampan/contract/paths'
import { fillText, type Slots } from '@sampan/texts/fill-text'
import { findings } from '@sampan/texts/registry/findings'

export type Finding = {
  about: FindingSubject
  /** `note`: works, and wants to be known. */
  state: 'good' | 'note' | 'bad'
  /** With its values it is said in other languages. */
  code: FindingCode
  values: Slots
  /** The same in the language of the command line. */
  says: string
  /** Settings, or lines of a proxy, a zone or a shell; what is no line to be copied is said as the finding is. */
  change?: readonly string[]
  advice?: readonly Advice[]
}

/** A line as it is to be copied, or a sentence with what it names. */
export type Advice = string | { code: AdviceCode; values: Slots }

export const advise = (code: AdviceCode, values: Slots = {}): Advice => ({ code, values })

/** A code alone, or with what its sentence names. */
type Said = FindingCode | readonly [code: FindingCode, values: Slots]

const finding = (about: FindingSubject, state: Finding['state'], said: Said): Finding => {
  const [code, values] = typeof said === 'string' ? [said, {}] : said
  return { about, state, code, values, says: fillText(findings[defaultLanguage], defaultLanguage, code, values) }
}

export const good = (about: FindingSubject, said: Said): Finding => finding(about, 'good', said)
/** In the language of the command line. */
const lineOf = (advice: Advice): string =>
  typeof advice === 'string'
    ? advice
    : fillText(findings[defaultLanguage], defaultLanguage, `advice_${advice.code}`, advice.values)

const mended = (found: Finding, advice: readonly Advice[]): Finding => ({ ...found, change: advice.map(lineOf), advice })

export const note = (about: FindingSubject, said: Said, ...advice: Advice[]): Finding =>
  mended(finding(about, 'note', said), advice)
export const bad = (about: FindingSubject, said: Said, ...advice: Advice[]): Finding =>
  mended(finding(about, 'bad', said), advice)

/** What went wrong, in its own words; some errors of a connection have a code alone. */
export const saysOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || String((error as { code?: unknown }).code ?? '')
