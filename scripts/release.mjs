/**
 * `npm run release -- VERSION --green COMMIT`: makes a release of this checkout. It says what was tested, so COMMIT, for which .ci/run
 * ended without a failure, has to be what is checked out. With `--dry-run` nothing is written to the checkout or its history.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { main, root, StepError, step } from './steps.mjs'

const built = ['apps/web/build', 'apps/server/dist', 'apps/cli/dist']
const unreleased = '## Unreleased'
const inRoot = (name) => path.join(root, name)
const git = (...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
const numbersOf = (version) => version.split('.').map(Number)

function isHigher(version, other) {
  const [one, two] = [numbersOf(version), numbersOf(other)]
  const at = one.findIndex((number, index) => number !== two[index])
  return at >= 0 && one[at] > two[at]
}

/** The words of what is to be released, without those of earlier releases. */
const newsOf = (changelog) => (changelog.split(`${unreleased}\n`)[1] ?? '').split(/^## /m)[0].trim()

const withRelease = (changelog, version, date) =>
  changelog.replace(`${unreleased}\n`, `${unreleased}\n\n## ${version}, ${date}\n`)

function refuseUnless(version, green) {
  const { version: before } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const head = git('rev-parse', 'HEAD')
  const refusals = [
    [/^\d+\.\d+\.\d+$/.test(version ?? ''), 'Say which version: npm run release -- 1.2.3 --green COMMIT'],
    [isHigher(version ?? '', before), `${version} is not higher than ${before}.`],
    [git('status', '--porcelain') === '', 'The checkout has changes that are not committed.'],
    [git('branch', '--show-current') === 'main', 'Releases are made of the branch main.'],
    [git('tag', '--list', `v${version}`) === '', `v${version} has been released.`],
    [
      green && head.startsWith(green) && green.length >= 7,
      `Say that .ci/run passed for what is checked out: --green ${head.slice(0, 12)}`,
    ],
    [newsOf(readFileSync(inRoot('CHANGELOG.md'), 'utf8')), `CHANGELOG.md says nothing below "${unreleased}".`],
  ]
  const refused = refusals.find(([isSo]) => !isSo)
  if (refused) throw new StepError(refused[1])
}

function commitVersion(version) {
  const date = new Date().toISOString().slice(0, 10)
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--workspaces-update=false'], { cwd: root, stdio: 'ignore' })
  const changelog = readFileSync(inRoot('CHANGELOG.md'), 'utf8')
  writeFileSync(inRoot('CHANGELOG.md'), withRelease(changelog, version, date))
  git('commit', '--quiet', '--all', '--message', `release: ${version}`)
}

/** What git has, and what was built of it; the same bytes whoever makes it of the same build. */
function writeTarball(name, file) {
  const stage = mkdtempSync(path.join(tmpdir(), 'sampan-release-'))
  try {
    const archive = execFileSync('git', ['-C', root, 'archive', `--prefix=${name}/`, 'HEAD'], { maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', stage], { input: archive })
    for (const folder of built) cpSync(inRoot(folder), path.join(stage, name, folder), { recursive: true })
    const same = ['--sort=name', `--mtime=@${git('log', '-1', '--format=%ct')}`, '--owner=0', '--group=0', '--numeric-owner']
    execFileSync('tar', [...same, '--use-compress-program=gzip -n', '-cf', file, '-C', stage, name])
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Of what runs, without the tools that make it. */
function writeParts(file) {
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev']
  writeFileSync(file, execFileSync('npm', asked, { cwd: root, maxBuffer: 2 ** 28 }))
}

function writeSums(folder, names) {
  const lines = names.map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex')
    return `${sum}  ${name}\n`
  })
  writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''))
}

const hasDocker = () => spawnSync('docker', ['version'], { stdio: 'ignore' }).status === 0

async function release(version, { green, out, isDry }) {
  refuseUnless(version, green)
  if (!isDry) await step(`Committing ${version}`, 'Committed', () => commitVersion(version))
  await ensureBuilt()
  const name = `sampan-${version}`
  mkdirSync(out, { recursive: true })
  const files = { tarball: `${name}.tar.gz`, parts: `${name}.cdx.json` }
  await step('Packing', 'Packed', () => {
    writeTarball(name, path.join(out, files.tarball))
    writeParts(path.join(out, files.parts))
    writeSums(out, Object.values(files))
  })
  if (!isDry) git('tag', '--annotate', `v${version}`, '--message', `Sampan ${version}`)
  const commit = git('rev-parse', '--short=12', 'HEAD')
  console.log(
    [
      `${Object.values(files).join(', ')} and SHA256SUMS are in ${out}.`,
      ...(isDry ? ['Nothing was committed or tagged.'] : [`To publish it: git push origin main v${version}`]),
      ...(hasDocker() ? [`The image: docker build --build-arg SAMPAN_COMMIT=${commit} -t sampan:${version} .`] : []),
    ].join('\n'),
  )
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename)
  await main(async () => {
    const options = {
      green: { type: 'string' },
      out: { type: 'string', default: inRoot('release') },
      'dry-run': { type: 'boolean', default: false },
    }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    await release(positionals[0], { green: values.green, out: path.resolve(values.out), isDry: values['dry-run'] })
  })
