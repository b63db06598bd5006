/** Builds what has changed since the last build: the lists of languages, the pages (apps/web/build), the server (apps/server/dist) and the client (apps/cli/dist). */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeFrames } from './build-frames.mjs'
import { checkStillPages, writeStillScripts } from './build-still.mjs'
import { writeLanguages } from './languages.mjs'
import { main, root, run, StepError, step } from './steps.mjs'

const inRoot = (...names) => path.join(root, ...names)
const thisFile = fileURLToPath(import.meta.url)

const parts = [
  { name: 'pages', sources: ['apps/web', 'packages'], stamp: inRoot('apps/web/build/.stamp'), build: buildPages },
  { name: 'server', sources: ['apps/server', 'packages'], stamp: inRoot('apps/server/dist/.stamp'), build: buildServer },
  { name: 'client', sources: ['apps/cli', 'packages'], stamp: inRoot('apps/cli/dist/.stamp'), build: buildClient },
]

const NOT_SOURCE = new Set(['node_modules', 'dist', 'build', '.cache', '.react-router', 'coverage', 'data'])

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCE.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) return []
    const file = path.join(folder, entry.name)
    return entry.isDirectory() ? sourceFiles(file) : [file]
  })
}

/** Over contents, not times: those say nothing after a checkout or a copy. */
function fingerprint({ sources }) {
  const hash = createHash('sha256')
  const files = sources.flatMap((folder) => sourceFiles(inRoot(folder))).sort()
  for (const file of [...files, inRoot('package-lock.json'), thisFile]) {
    const content = readFileSync(file)
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function isFresh(part) {
  return existsSync(part.stamp) && readFileSync(part.stamp, 'utf8') === fingerprint(part)
}

/** The stamp is removed before and written after: a build that was killed looks stale. */
async function buildPages({ stamp }, hash) {
  const web = inRoot('apps/web')
  rmSync(stamp, { force: true })
  const tool = path.dirname(createRequire(path.join(web, 'package.json')).resolve('@react-router/dev/package.json'))
  const env = { ...process.env, NODE_ENV: 'production' }
  await run('The build of the pages', [process.execPath, path.join(tool, 'bin.js'), 'build'], { cwd: web, env })
  await writeFrames(path.join(web, 'build/client'))
  await writeStillScripts(path.join(web, 'build/client'))
  checkStillPages(path.join(web, 'build/client'))
  writeFileSync(stamp, hash)
}

/** Of hundreds of modules each: read one by one they were half of the time that a process takes to start. */
const manyModules = ['drizzle-orm', 'jose', 'postal-mime', 'stripe', 'zod']
const becomesPart = (name) => name.startsWith('@sampan/') || manyModules.some((one) => name === one || name.startsWith(`${one}/`))

/** Our own packages and those become part of the bundle, all others stay where npm put them. */
const leaveOutForeignPackages = {
  name: 'leave-out-foreign-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ kind, path: name }) =>
      kind === 'entry-point' || becomesPart(name) ? undefined : { external: true },
    )
  },
}

/** Bundled for the place where it will lie: the paths in the source map are relative to that. */
const bundleOptions = (entryPoints, outdir, plugins = []) => ({
  entryPoints,
  outdir,
  write: false,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  // Each process holds the map as it lies there, and asks it only for files and lines.
  sourcesContent: false,
  jsx: 'automatic',
  plugins,
  logLevel: 'error',
})

/** The release, and the commit where there is one: an image is built without, and may be told (SAMPAN_COMMIT). */
function versionOf() {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const asked = spawnSync('git', ['-C', root, 'rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' })
  const commit = process.env.SAMPAN_COMMIT || (existsSync(inRoot('.git')) && asked.status === 0 ? asked.stdout.trim() : '')
  return commit ? `${version}+${commit}` : version
}

export const serverMigrations = inRoot('apps/server/src/db/migrations')
export const serverBundle = (outdir) => ({
  ...bundleOptions(
    {
      main: inRoot('apps/server/src/main.ts'),
      commands: inRoot('apps/server/src/commands/main.ts'),
      'draw-receipt': inRoot('apps/server/src/features/receipts/draw-thread.ts'),
      'draw-grid': inRoot('apps/server/src/features/requests/draw-thread.ts'),
      'render-files': inRoot('apps/server/src/features/renditions/render-program.ts'),
    },
    outdir,
    [leaveOutForeignPackages],
  ),
  define: { SAMPAN_VERSION: JSON.stringify(versionOf()) },
})

async function bundle(name, options, draft) {
  const esbuild = await import('esbuild')
  const { outputFiles } = await esbuild.build(options).catch(() => {
    throw new StepError(`The ${name} could not be bundled.`)
  })
  for (const file of outputFiles) writeFileSync(path.join(draft, path.basename(file.path)), file.contents)
}

/** Made aside and moved into place whole, so that a server that starts meanwhile never sees half of it. */
async function buildAside({ stamp }, hash, make) {
  const dist = path.dirname(stamp)
  const draft = path.join(path.dirname(dist), '.cache', `build-${process.pid}`)
  mkdirSync(draft, { recursive: true })
  try {
    await make(dist, draft)
    writeFileSync(path.join(draft, path.basename(stamp)), hash)
    rmSync(dist, { recursive: true, force: true })
    renameSync(draft, dist)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function buildServer(part, hash) {
  return buildAside(part, hash, async (dist, draft) => {
    await bundle('server', serverBundle(dist), draft)
    cpSync(serverMigrations, path.join(draft, 'migrations'), { recursive: true })
  })
}

/** One file with everything in it, which runs wherever there is Node. */
function buildClient(part, hash) {
  const entries = { main: inRoot('apps/cli/src/main.ts') }
  return buildAside(part, hash, (dist, draft) => bundle('client', bundleOptions(entries, dist), draft))
}

const wanted = (only) => parts.filter(({ name }) => !only || name === only)

/** The fingerprint is taken first: a source that changes during the build makes it stale. */
async function buildStale(only) {
  for (const part of wanted(only).filter((one) => !isFresh(one))) {
    const hash = fingerprint(part)
    await step(`Building the ${part.name}`, `Built the ${part.name}`, () => part.build(part, hash))
  }
}

/** `only` is the name of one part. In a process of its own, so that the server that starts after it carries none of the tools in its memory. */
export async function ensureBuilt({ only, show = true } = {}) {
  writeLanguages()
  if (wanted(only).every(isFresh)) return
  await run('The build', [process.execPath, thisFile, ...(only ? [only] : [])], { show })
}

if (process.argv[1] && path.resolve(process.argv[1]) === thisFile) {
  const { ensureInstalled } = await import('./install.mjs')
  await main(async () => {
    await ensureInstalled()
    writeLanguages()
    await buildStale(process.argv[2])
  })
}
