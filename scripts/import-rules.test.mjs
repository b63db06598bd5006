import { expect, test } from 'vitest'
import { breachOf, featureCircles } from './import-rules.mjs'

const server = 'apps/server/src'
const web = 'apps/web/src'

test.each([
  ['packages/contract/src/plans.ts', 'packages/texts/src/errors.ts', 'packages import the contract only'],
  ['packages/contract/src/plans.ts', 'pkg:node:crypto', 'the contract is pure'],
  ['packages/client/src/api.ts', 'packages/texts/src/errors.ts', 'packages import the contract only'],
  ['packages/texts/src/errors.ts', `${web}/lib/api.ts`, 'nobody imports an app'],
  [`${web}/lib/api.ts`, `${server}/config.ts`, 'nobody imports an app'],
  [`${web}/lib/api.test.ts`, `${server}/config.ts`, 'nobody imports an app'],
  [`${server}/db/connect.ts`, `${server}/features/uploads/index.ts`, 'floor above'],
  [`${server}/http/actor.ts`, `${server}/services.ts`, 'floor above'],
  [`${server}/features/uploads/routes.ts`, `${server}/app.ts`, 'floor above'],
  [`${server}/features/uploads/jobs.ts`, `${server}/adapters/storage/disk.ts`, 'only services.ts'],
  [`${server}/features/uploads/jobs.ts`, `${server}/testing/test-server.ts`, 'only tests'],
  [`${server}/features/uploads/jobs.ts`, `${server}/features/transfers/queries.ts`, 'index.ts only'],
  [`${server}/features/uploads/create-upload.ts`, 'pkg:drizzle-orm', 'SQL lives in'],
  [`${server}/features/uploads/create-upload.ts`, `${server}/db/tables.ts`, 'SQL lives in'],
  [`${server}/features/uploads/create-upload.ts`, 'pkg:fastify', 'Fastify'],
  [`${server}/features/transfers/jobs.ts`, 'pkg:nodemailer', 'its adapter'],
  [`${server}/features/operation/gauges.ts`, 'pkg:prom-client', 'its adapter'],
  [`${server}/features/operation/index.ts`, 'pkg:drizzle-orm', 'SQL lives in'],
  [`${server}/metrics/metrics.ts`, `${server}/services.ts`, 'floor above'],
  [`${web}/ui/logo.tsx`, `${web}/features/quick-send/quick-send.tsx`, 'floor above'],
  [`${web}/features/quick-send/form.ts`, `${web}/pages/home.tsx`, 'floor above'],
  [`${web}/features/quick-send/form.ts`, `${web}/features/download/tree.tsx`, 'strangers'],
])('%s must not import %s', (from, to, rule) => {
  expect(breachOf({ from, to })).toContain(rule)
})

test.each([
  ['packages/contract/src/routes/fields.ts', 'pkg:zod/mini'],
  ['packages/client/src/api.ts', 'packages/contract/src/errors.ts'],
  [`${web}/lib/api.ts`, 'packages/client/src/api.ts'],
  [`${server}/services.ts`, `${server}/adapters/storage/disk.ts`],
  [`${server}/features/uploads/jobs.ts`, `${server}/adapters/storage/storage.ts`],
  [`${server}/metrics/metrics.ts`, 'pkg:prom-client'],
  [`${server}/http/request-log.ts`, `${server}/metrics/metrics.ts`],
  [`${server}/features/transfers/jobs.ts`, `${server}/features/uploads/index.ts`],
  [`${server}/features/uploads/queries.ts`, 'pkg:drizzle-orm'],
  [`${server}/features/uploads/queries-parts.ts`, `${server}/db/tables.ts`],
  [`${server}/adapters/storage/disk.test.ts`, `${server}/testing/test-server.ts`],
  [`${web}/pages/home.tsx`, `${web}/features/quick-send/quick-send.tsx`],
])('%s may import %s', (from, to) => {
  expect(breachOf({ from, to })).toBeNull()
})

test('features may not form a circle as folders, even where no two files do', () => {
  const edge = (from, to) => ({ from: `${server}/features/${from}`, to: `${server}/features/${to}/index.ts` })
  const line = [edge('a/one.ts', 'b'), edge('b/two.ts', 'c')]
  expect(featureCircles(line)).toEqual([])
  expect(featureCircles([...line, edge('c/three.ts', 'a')])).toEqual([['a', 'b', 'c', 'a']])
})
