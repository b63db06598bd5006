/**
 * Features form no circle by what they need of each other. A feature needs another if it imports it, or if its SQL reads the other's tables
 * (table-homes.mjs): a table that changes its columns breaks both as surely as a function that changes its arguments. Circles of imports
 * alone are also refused by .dependency-cruiser-folders.mjs, which knows nothing of reads. As plain functions of texts.
 */
import path from 'node:path'
import { isTest } from './source-files.mjs'

const features = 'apps/server/src/features/'
const featureOf = (file) => (file.startsWith(features) ? file.slice(features.length).split('/')[0] : null)

/** [feature, feature that it imports]; imports of types count, those of tests do not. */
function importsIn(texts) {
  return Object.entries(texts).flatMap(([file, text]) => {
    const from = featureOf(file)
    if (!from || isTest(file)) return []
    return [...text.matchAll(/\b(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, name]) => [from, featureOf(path.posix.join(path.posix.dirname(file), name))])
      .filter(([, to]) => to && to !== from)
  })
}

const isSame =
  ([from, to]) =>
  ([otherFrom, otherTo]) =>
    from === otherFrom && to === otherTo

/** The features on a way along the arrows, with both its ends, or null where there is none. */
function wayBetween(arrows, from, to, seen = new Set()) {
  if (from === to) return [from]
  seen.add(from)
  for (const [start, end] of arrows) {
    if (start !== from || seen.has(end)) continue
    const rest = wayBetween(arrows, end, to, seen)
    if (rest) return [from, ...rest]
  }
  return null
}

/**
 * `readers` as in table-homes.mjs. `closing`: [feature, feature whose tables it reads, reason] for each read that closes a circle today; one
 * that closes none any more has to leave the list.
 */
export function circleBreaches(texts, readers, homes, closing) {
  const imports = importsIn(texts)
  const reads = readers.map(([feature, table]) => [feature, homes[table]]).filter(([, home]) => home && home !== 'db')
  const arrows = [...imports, ...reads.filter((read) => !closing.some(isSame(read)))]
  const circles = new Map()
  for (const [from, to] of arrows) {
    const back = wayBetween(arrows, to, from)
    // A circle is met once for each of its arrows, and told once.
    if (back) circles.set([...back].sort().join(), [from, ...back].join(' > '))
  }
  const needless = []
  for (const read of closing) {
    const [from, to] = read
    const isRead = reads.some(isSame(read)) && !imports.some(isSame(read))
    if (!isRead || !wayBetween(arrows, to, from))
      needless.push(`scripts/table-homes.mjs: ${from} reading ${to} closes no circle: take the line out`)
    arrows.push([from, to])
  }
  return [...[...circles.values()].map((circle) => `features form a circle: ${circle}`), ...needless]
}
