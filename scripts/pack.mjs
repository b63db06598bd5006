/**
 * Makes packages that npm installs: `node scripts/pack.mjs [cli|client] [--into FOLDER]`. The command line is one file without dependencies;
 * the client has the contract in it, types beside, and needs the schema library alone.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main, root, run, StepError } from './steps.mjs'

const inRoot = (...names) => path.join(root, ...names)
const readJson = (...names) => JSON.parse(readFileSync(inRoot(...names), 'utf8'))
const { license, engines } = readJson('package.json')

/** What every package says of itself, from the workspace that it is made of. */
const aboutOf = (folder, more) => {
  const { name, version } = readJson(folder, 'package.json')
  return { name, version, license, type: 'module', engines, ...more }
}

async function stageCli(stage) {
  await ensureBuilt({ only: 'client', show: false })
  const bundled = readFileSync(inRoot('apps/cli/dist/main.js'), 'utf8')
  // The map stays behind: it is larger than the program.
  writeFileSync(path.join(stage, 'main.js'), bundled.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'))
  cpSync(inRoot('apps/cli/npm/sampan.js'), path.join(stage, 'sampan.js'))
  return aboutOf('apps/cli', {
    description: 'Sends, fetches and asks for files from a terminal, against any Sampan server',
    bin: { sampan: 'sampan.js' },
  })
}

const clientEntries = [
  'client/src/index.ts',
  'client/src/upload/node.ts',
  'client/src/upload/browser.ts',
  'client/src/upload/crc-worker.ts',
]
const routeFiles = () =>
  readdirSync(inRoot('packages/contract/src/routes')).filter((name) => /^[a-z-]+\.ts$/.test(name) && name !== 'index.ts')

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

/** The contract lies beside the client, and every name is that of a file. */
function linkFiles(lib) {
  for (const file of filesIn(lib)) {
    const toContract = path.relative(path.dirname(file), path.join(lib, 'contract/src')).replaceAll(path.sep, '/')
    const text = readFileSync(file, 'utf8')
      .replace(/(["'])@sampan\/contract\/([\w/-]+)\1/g, (_, quote, name) => `${quote}${toContract}/${name}.js${quote}`)
      .replace(/(["'])(\.{1,2}\/[\w./-]+)\.ts\1/g, '$1$2.js$1')
    writeFileSync(file, text)
  }
}

async function stageClient(stage) {
  const lib = path.join(stage, 'lib')
  const config = path.join(stage, 'tsconfig.json')
  const files = [...clientEntries, ...routeFiles().map((name) => `contract/src/routes/${name}`)]
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, rewriteRelativeImportExtensions: true, allowImportingTsExtensions: false },
    // Reached as a package of npm, the contract would be taken for somebody else's and left out.
    paths: { '@sampan/contract/*': [inRoot('packages/contract/src/*.ts')] },
    ...{ rootDir: inRoot('packages'), outDir: lib, rootDirs: [], types: ['node'], typeRoots: [inRoot('node_modules/@types')] },
  }
  const own = {
    extends: inRoot('tsconfig.json'),
    compilerOptions,
    include: [],
    files: files.map((file) => inRoot('packages', file)),
  }
  writeFileSync(config, JSON.stringify(own))
  await run('The client', [process.execPath, inRoot('node_modules/typescript-7/bin/tsc'), '-p', config], { show: false })
  rmSync(config)
  linkFiles(lib)
  const entry = (file) => ({ types: `./lib/${file}.d.ts`, default: `./lib/${file}.js` })
  const { zod } = readJson('packages/client/package.json').dependencies
  return aboutOf('packages/client', {
    description: 'Every call of a Sampan server with its types, and its upload engine',
    dependencies: { zod },
    exports: {
      '.': entry('client/src/index'),
      './upload/node': entry('client/src/upload/node'),
      './upload/browser': entry('client/src/upload/browser'),
      './routes/*': entry('contract/src/routes/*'),
    },
  })
}

const packages = {
  cli: { folder: 'apps/cli', stage: stageCli },
  client: { folder: 'packages/client', stage: stageClient },
}

async function pack(name, into) {
  const stage = mkdtempSync(path.join(tmpdir(), `sampan-pack-${name}-`))
  try {
    const about = await packages[name].stage(stage)
    writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
    const readme = readFileSync(inRoot(packages[name].folder, 'npm/README.md'), 'utf8')
    writeFileSync(path.join(stage, 'README.md'), readme.replaceAll('VERSION', about.version))
    cpSync(inRoot('LICENSE'), path.join(stage, 'LICENSE'))
    await run('npm pack', ['npm', 'pack', '--silent', '--pack-destination', into], { cwd: stage, show: false })
    console.log(path.join(into, `${about.name.replace('@', '').replace('/', '-')}-${about.version}.tgz`))
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

await main(async () => {
  const { values, positionals } = parseArgs({ options: { into: { type: 'string' } }, allowPositionals: true })
  const unknown = positionals.find((name) => !Object.hasOwn(packages, name))
  if (unknown) throw new StepError(`There is no package ${unknown}: ${Object.keys(packages).join(', ')}`)
  await ensureInstalled({ dev: true })
  const into = path.resolve(values.into ?? 'dist')
  mkdirSync(into, { recursive: true })
  for (const name of positionals.length > 0 ? positionals : Object.keys(packages)) await pack(name, into)
})
