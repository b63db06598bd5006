import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { circleBreaches } from './circles.mjs'
import { bagBreaches } from './front-doors.mjs'
import { root } from './steps.mjs'
import { tableBreaches } from './table-rules.mjs'

const server = 'apps/server/src'
const web = 'apps/web/src'

/** What the tool says of a tree of these files, as `rule from`. */
function cruise(config, files) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sampan-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = [program, '--config', path.join(root, config), '-T', 'json', 'apps', 'packages']
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_, out, reported) => {
      try {
        resolve(JSON.parse(out).summary.violations.map(({ rule, from }) => `${rule.name} ${from}`))
      } catch {
        reject(new Error(out + reported))
      }
    })
  })
}

/** A file that imports these; what it reaches is there too. */
function treeOf(edges) {
  const files = {}
  for (const [from, to] of edges) {
    const isOutside = to.startsWith('pkg:')
    const name = isOutside ? to.slice(4) : path.relative(path.dirname(from), to)
    files[from] =
      `${files[from] ?? ''}import type * as one${Object.keys(files).length} from '${isOutside || name.startsWith('.') ? name : `./${name}`}'\n`
    if (!isOutside) files[to] ??= 'export {}\n'
  }
  return files
}

const refused = [
  ['packages/contract/src/plans.ts', 'packages/texts/src/errors.ts', 'contract-is-alone'],
  ['packages/contract/src/limits.ts', 'pkg:node:crypto', 'contract-is-pure'],
  ['packages/client/src/api.ts', 'packages/texts/src/mails.ts', 'packages-know-the-contract'],
  ['packages/texts/src/app.ts', `${web}/lib/format.ts`, 'apps-alone'],
  [`${web}/lib/api.test.ts`, `${server}/config/config.ts`, 'apps-alone'],
  [`${server}/db/connect.ts`, `${server}/features/uploads/index.ts`, 'floor-ground'],
  [`${server}/http/actor.ts`, `${server}/services.ts`, 'floor-jobs-http'],
  [`${server}/features/uploads/routes.ts`, `${server}/app.ts`, 'floor-features'],
  [`${server}/features/uploads/jobs.ts`, `${server}/adapters/storage/disk.ts`, 'adapter-behind-port'],
  [`${server}/adapters/mail/smtp.ts`, `${server}/adapters/storage/segments.ts`, 'adapters-apart'],
  [`${server}/features/uploads/plan.ts`, 'apps/server/test/support/test-server.ts', 'tests-stay-out'],
  [`${server}/features/uploads/act.ts`, `${server}/features/transfers/queries.ts`, 'front-door-of-feature'],
  [`${server}/process/serve.ts`, `${server}/features/live/ear.ts`, 'front-door'],
  [`${server}/features/uploads/create-upload.ts`, 'pkg:drizzle-orm', 'sql-at-home'],
  [`${server}/features/uploads/hold.ts`, 'pkg:fastify', 'fastify-at-home'],
  [`${server}/features/transfers/jobs.ts`, 'pkg:nodemailer', 'nodemailer-at-home'],
  [`${server}/features/operation/gauges.ts`, 'pkg:prom-client', 'prom-client-at-home'],
  [`${web}/ui/logo.tsx`, `${web}/features/quick-send/quick-send.tsx`, 'floor-web-ground'],
  [`${web}/ui/badge.tsx`, `${web}/product/session/session.ts`, 'floor-web-ground'],
  [`${web}/product/files/drop.ts`, `${web}/features/quick-send/quick-send.tsx`, 'floor-web-product'],
  [`${web}/lib/names.ts`, 'packages/contract/src/routes/accounts.ts', 'ground-knows-no-product'],
  [`${web}/features/quick-send/form.ts`, `${web}/pages/home.tsx`, 'floor-web-features'],
  [`${web}/features/quick-send/card.ts`, `${web}/features/download/tree.tsx`, 'strangers'],
]
const accepted = [
  ['packages/contract/src/fields.ts', 'pkg:zod/mini'],
  ['packages/client/src/call.ts', 'packages/contract/src/errors.ts'],
  [`${server}/services.ts`, `${server}/adapters/storage/disk.ts`],
  [`${server}/features/uploads/read.ts`, `${server}/adapters/storage/storage.ts`],
  [`${server}/metrics/metrics.ts`, 'pkg:prom-client'],
  [`${server}/features/transfers/begin.ts`, `${server}/features/uploads/index.ts`],
  [`${server}/features/uploads/queries-parts.ts`, 'pkg:drizzle-orm'],
  [`${server}/adapters/storage/disk.test.ts`, 'apps/server/test/support/test-server.ts'],
  [`${web}/pages/home.tsx`, `${web}/features/quick-send/quick-send.tsx`],
  [`${web}/product/session/session.ts`, `${web}/lib/format.ts`],
  [`${web}/lib/language.ts`, 'packages/contract/src/languages.ts'],
]

test('imports against the directions of the house are refused, those of types too, and no others', async () => {
  const reported = await cruise('.dependency-cruiser.mjs', treeOf([...refused, ...accepted]))
  expect(reported.sort()).toEqual(refused.map(([from, , rule]) => `${rule} ${from}`).sort())
})

test('files form no circle, unless one of them is loaded when it is needed', async () => {
  const reported = await cruise('.dependency-cruiser.mjs', {
    [`${web}/ui/a.ts`]: "import type { B } from './b.ts'\nexport type A = B\n",
    [`${web}/ui/b.ts`]: "import type { A } from './a.ts'\nexport type B = A\n",
    [`${web}/ui/c.ts`]: "export const later = () => import('./d.ts')\n",
    [`${web}/ui/d.ts`]: "import { later } from './c.ts'\nexport const now = later\n",
    'packages/texts/src/a.ts': 'export {}\n',
  })
  expect(reported).toEqual([`no-file-circle ${web}/ui/a.ts`])
})

test('features, and rooms of a feature of the web, may not form a circle as folders, even where no two files do', async () => {
  const feature = (from, to) => [`${server}/features/${from}`, `${server}/features/${to}/index.ts`]
  const room = (from, to) => [`${web}/features/send/${from}`, `${web}/features/send/${to}`]
  const later = { [`${web}/features/send/card/late.ts`]: "export const later = () => import('../dock/dock.ts')\n" }
  const line = [
    feature('a/one.ts', 'b'),
    feature('b/two.ts', 'c'),
    room('dock/dock.ts', 'form/form.ts'),
    room('form/draft.ts', 'card/late.ts'),
    ['packages/texts/src/a.ts', 'packages/contract/src/b.ts'],
  ]
  const cruiseFolders = (edges) => cruise('.dependency-cruiser-folders.mjs', { ...treeOf(edges), ...later })
  expect(await cruiseFolders(line)).toEqual([])
  const reported = await cruiseFolders([...line, feature('c/three.ts', 'a'), room('form/other.ts', 'dock/state.ts')])
  expect(reported).toEqual(
    expect.arrayContaining([`no-feature-circle ${server}/features/a`, `no-room-circle ${web}/features/send/form`]),
  )
})

const tables = { uploads: 'uploads', owners: 'owners', usedTrials: 'used_trials' }
const homes = { uploads: 'uploads', owners: 'owners', usedTrials: 'billing' }
const queries = (feature, text) => ({ [`${server}/features/${feature}/queries-more.ts`]: text })

test.each([
  ["import { owners } from '../../db/tables.ts'", 'the table owners is for owners, unless'],
  ["import { type SQL, uploads as other } from '../../db/tables/uploads.ts'", 'the table uploads is for uploads, unless'],
  ['sql`select 1 from uploads join used_trials using (id)`', 'the table usedTrials is for billing, unless'],
  ['sql`update owners set x = 1`', 'only owners writes the table owners'],
  ['sql`with gone as (delete from owners returning 1) select 1`', 'only owners writes the table owners'],
  ["import { owners } from '../../db/tables.ts'\nawait tx.update(owners).set({})", 'only owners writes the table owners'],
])('a table of another feature is refused: %s', (text, breach) => {
  expect(tableBreaches(queries('reports', text), tables, [], homes).join('\n')).toContain(breach)
})

test('a table is free to its own feature, to comments and to who is named, and who is named must need it', () => {
  const named = [['reports', 'owners', 'why']]
  const texts = {
    ...queries('uploads', 'sql`select 1 from uploads`'),
    ...queries('reports', '/** from owners */ sql`select 1 from owners`'),
  }
  expect(tableBreaches(texts, tables, named, homes)).toEqual([])
  expect(tableBreaches(queries('reports', '// from owners'), tables, [], homes)).toEqual([])
  const writing = queries('reports', 'sql`delete from owners`')
  expect(tableBreaches(writing, tables, named, homes)).toHaveLength(2)
  const needless = tableBreaches(queries('reports', ''), tables, named, homes)
  expect(needless.join()).toContain('reports needs the table owners no longer')
  expect(tableBreaches({}, { ...tables, fresh: 'fresh' }, [], homes).join()).toContain('the table fresh belongs to no feature')
})

const imports = (feature, file, other) => ({
  [`${server}/features/${feature}/${file}`]: `import { a } from '../${other}/index.ts'`,
})

test('reading the tables of a feature that leads back is a circle as importing it is, and is told once with its way', () => {
  const leads = {
    ...imports('owners', 'act.ts', 'uploads'),
    ...imports('uploads', 'act.ts', 'live'),
    ...imports('live', 'act.test.ts', 'uploads'),
  }
  expect(circleBreaches(leads, [], homes, [])).toEqual([])
  expect(circleBreaches(leads, [['live', 'owners', 'why']], homes, [])).toEqual([
    expect.stringMatching(/^features form a circle: (\w+)( > \w+){2} > \1$/),
  ])
  const alone = [
    ['reports', 'owners', 'why'],
    ['reports', 'usedTrials', 'why'],
    ['billing', 'owners', 'why'],
  ]
  expect(circleBreaches(leads, alone, homes, [])).toEqual([])
  expect(circleBreaches({ ...leads, ...imports('live', 'later.ts', 'owners') }, [], homes, [])).toHaveLength(1)
})

test('a circle that is named by the read that closes it is let be, and its name goes with it', () => {
  const leads = imports('owners', 'act.ts', 'uploads')
  const reads = [['uploads', 'owners', 'why']]
  const named = [['uploads', 'owners', 'why']]
  expect(circleBreaches(leads, reads, homes, named)).toEqual([])
  const needless = 'scripts/table-homes.mjs: uploads reading owners closes no circle: take the line out'
  expect(circleBreaches({}, reads, homes, named)).toEqual([needless])
  expect(circleBreaches(leads, [], homes, named)).toEqual([needless])
  // What is imported as well is no matter of tables.
  const both = { ...leads, ...imports('uploads', 'act.ts', 'owners') }
  expect(circleBreaches(both, reads, homes, named)).toEqual([expect.stringContaining('features form a circle'), needless])
})

test('a front door exports names, no bags of them', () => {
  const doors = {
    [`${server}/features/live/index.ts`]:
      "export const acts = { a, b }\nexport * as more from './more.ts'\nexport const limit = 5\nexport { c } from './c.ts'\n",
  }
  const breaches = bagBreaches(doors)
  expect(breaches).toHaveLength(2)
  expect(breaches.join()).toMatch(/acts is a bag.*more is a bag/s)
})
