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
