import { expect, test } from 'vitest'
import { productBreaches } from './product-rules.mjs'

const act = 'apps/server/src/features/uploads/create-upload.ts'

test.each([
  ['public address', act, '  const link = new URL(path, config.publicUrl).href'],
  ['public address', 'apps/server/src/http/same-origin.ts', "config: Pick<Config, 'publicUrl'>"],
  ['system clock', act, '  const now = new Date()'],
  ['system clock', 'apps/server/src/adapters/content/cms.ts', '    if (until > Date.now()) return'],
  ['own sum of times', act, '  const until = new Date(now.getTime() + keptSeconds * 1000)'],
])('a %s is refused in %s', (rule, file, line) => {
  expect(productBreaches(file, `// why\n${line}`)).toEqual([expect.stringContaining(`${file}:2: ${rule}: `)])
})

test.each([
  ['apps/server/src/links.ts', 'export const originOf = ({ publicUrl }) => publicUrl'],
  ['apps/server/src/services.ts', 'clock: () => Date = () => new Date(),'],
  ['apps/server/src/process/database.ts', 'const clock = () => new Date()'],
  [act, '  const at = new Date(row.sentAt)'],
  [act, '  const late = now.getTime() - at.getTime() > graceMs'],
  [act, '/** Begins with publicUrl. */'],
  ['apps/web/src/lib/api.ts', 'publicUrl'],
])('nothing is refused in %s for %j', (file, line) => expect(productBreaches(file, line)).toEqual([]))
