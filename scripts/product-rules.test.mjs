import { expect, test } from 'vitest'
import { productBreaches } from './product-rules.mjs'

const act = 'apps/server/src/features/uploads/create-upload.ts'

test.each([
  ['public address', act, '  const link = new URL(path, config.publicUrl).href'],
  ['public address', 'apps/server/src/http/own-page.ts', "config: Pick<Config, 'publicUrl'>"],
])('a %s is refused in %s', (rule, file, line) => {
  expect(productBreaches(file, `// why\n${line}`)).toEqual([expect.stringContaining(`${file}:2: ${rule}: `)])
})

test.each([
  ['apps/server/src/links.ts', 'export const originOf = ({ publicUrl }) => publicUrl'],
  [act, '/** Begins with publicUrl. */'],
  ['apps/web/src/lib/api.ts', 'publicUrl'],
])('nothing is refused in %s for %j', (file, line) => expect(productBreaches(file, line)).toEqual([]))
