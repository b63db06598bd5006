/**
 * What the server's own code may not do in more than one place: what it is given (the clock, the installation's address) it takes
 * from there. As plain functions of a text.
 */
import { isComment } from './test-rules.mjs'

const server = 'apps/server/src/'

/** What it looks like, where it belongs, what to do instead. */
export const productRules = {
  'public address': {
    pattern: /\bpublicUrl\b/,
    home: /^(?:config|links|main)\.ts$/,
    instead: 'links.ts builds every public address',
  },
  'system clock': {
    pattern: /\bDate\.now\b|\bnew Date\(\)/,
    // They make the services, or watch that very clock.
    home: /^(?:main|services|commands\/main|jobs\/clock-watch)\.ts$|^process\//,
    instead: 'take the clock of the services; a job that is to wait is queued with afterSeconds',
  },
  'own sum of times': {
    pattern: /\.getTime\(\) [+-].*\* ?1000\)/,
    home: /^[^/]*seconds[^/]*\.ts$/,
    instead: 'one function adds seconds to a time',
  },
}

/** Breaches of one file of the product, as sentences. */
export function productBreaches(file, text) {
  if (!file.startsWith(server)) return []
  const held = Object.entries(productRules).filter(([, { home }]) => !home.test(file.slice(server.length)))
  return text
    .split('\n')
    .flatMap((line, i) =>
      isComment(line)
        ? []
        : held
            .filter(([, { pattern }]) => pattern.test(line))
            .map(([rule, { instead }]) => `${file}:${i + 1}: ${rule}: ${instead}`),
    )
}
