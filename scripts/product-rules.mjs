/**
 * What the server's own code may not do in more than one place: what it is given (the clock, the installation's address) it takes
 * from there. And no code of the product knows one language. As plain functions of a text.
 */
import { isComment } from './test-rules.mjs'

const server = 'apps/server/src/'

/** What it looks like, where it belongs, what to do instead. */
export const productRules = {
  'public address': {
    pattern: /\bpublicUrl\b/,
    home: /^(?:config\/config|links|main)\.ts$/,
    instead: 'links.ts builds every public address',
  },
  'system clock': {
    pattern: /\bDate\.now\b|\bnew Date\(\)/,
    // They make the services, or watch that very clock.
    home: /^(?:main|services|commands\/main|jobs\/clock-watch)\.ts$|^process\//,
    instead: 'take the clock of the services; a job that is to wait is queued with afterSeconds',
  },
  'mail beside the door': {
    pattern: /\bmailer\b(?!\.close)/,
    // They make it, count what it sends, look whether it works, and are the one door.
    home: /^(?:services\.ts|metrics\/observed\.ts|features\/doctor\/mail\.ts|features\/mails\/|adapters\/mail\/)/,
    instead: 'features/mails sends every mail, and asks who refuses it; its kind stands in the table there',
  },
  'own sum of times': {
    pattern: /\.getTime\(\) [+-].*\* ?1000\)/,
    home: /^[^/]*seconds[^/]*\.ts$/,
    instead: 'one function adds seconds to a time',
  },
}

/** Who may name a language: its own folder, what scripts/languages.mjs writes, and the one place that says which is the default. */
const named = {
  default: { pattern: /(['"`])en\1/, home: 'packages/contract/src/paths.ts' },
  other: { pattern: /\bzh\b/ },
}
const languageHomes = /^packages\/texts\/src\/(?:languages|registry)\/|^packages\/contract\/src\/languages\.ts$/
const instead = 'what differs between languages stands in packages/texts/src/languages, the list of them in contract/languages.ts'

const breachesOf = (file, text, isBreach) =>
  text.split('\n').flatMap((line, i) => (isComment(line) ? [] : isBreach(line).map((said) => `${file}:${i + 1}: ${said}`)))

function languageBreaches(file, text) {
  if (languageHomes.test(file)) return []
  const held = Object.values(named).filter(({ home }) => home !== file)
  return breachesOf(file, text, (line) => (held.some(({ pattern }) => pattern.test(line)) ? [`one language: ${instead}`] : []))
}

/** Breaches of one file of the product, as sentences. */
export function productBreaches(file, text) {
  if (!file.startsWith(server)) return languageBreaches(file, text)
  const held = Object.entries(productRules).filter(([, { home }]) => !home.test(file.slice(server.length)))
  const given = breachesOf(file, text, (line) =>
    held.filter(([, { pattern }]) => pattern.test(line)).map(([rule, { instead }]) => `${rule}: ${instead}`),
  )
  return [...given, ...languageBreaches(file, text)]
}
