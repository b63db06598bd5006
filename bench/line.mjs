/**
 * How much of a long, narrow line uploads and downloads fill, those of our own clients and others: 300 ms there and back, 50 Mbit/s, through the fault
 * proxy. `--megabytes`, `--files`, `--rtt-ms`, `--mbit` and `--only` change that; `--trace` prints each part.
 */
import { openAsBlob, rmSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fileList, newAccount } from './account.mjs'
import { checkContent, checkerOf, contentAt } from './content.mjs'
import { bundleClient, receive, uploadOnce } from './line/client.mjs'
import { downloadRanges, downloadResuming } from './line/download.mjs'
import { environment, start } from './processes.mjs'
import { writeSection } from './readme.mjs'
import { tableOf } from './report.mjs'
import { chooseFolder } from './scratch-folder.mjs'
import { startSampan } from './servers/sampan.mjs'
import { readZip } from './zip-pieces.mjs'

const text = (name, value) => ({ [name]: { type: 'string', default: value } })
const { values } = parseArgs({
  options: {
    ...text('megabytes', '300'),
    ...text('files', '1500'),
    ...text('rtt-ms', '300'),
    ...text('mbit', '50'),
    ...text('only', ''),
    trace: { type: 'boolean', default: false },
  },
})
const bytes = Number(values.megabytes) * 1_000_000
const fileBytes = 20 * 1024
const bytesPerSecond = (Number(values.mbit) * 1_000_000) / 8
const delayMs = Number(values['rtt-ms']) / 2

const lines = {
  clean: {},
  '1 % of connections cut every second': { cutsPerSecond: 0.01 },
  'slow start of every connection': { initialWindowBytes: 14_600 },
  '1 % of packets lost': { lossPerSegment: 0.01 },
}

/** The proxy in a process of its own, so that the client's work does not make the line slower than it is. */
async function startLine(port) {
  const main = resolve(import.meta.dirname, '../scripts/fault-proxy/main.mjs')
  const args = ['--target', `127.0.0.1:${port}`, '--control', '0', '--delay-ms', delayMs, '--bytes-per-second', bytesPerSecond]
  const { match, stop } = await start(
    [process.execPath, main, ...args.map(String)],
    environment({}),
    /on (\d+), its control on (\d+)$/,
  )
  const control = (method, body) =>
    fetch(`http://127.0.0.1:${match[2]}`, { method, body: body && JSON.stringify(body) }).then((reply) => reply.json())
  return {
    port: Number(match[1]),
    stop,
    counters: async () => (await control('GET')).counters,
    set: (settings) => control('PUT', { cutsPerSecond: 0, initialWindowBytes: 0, lossPerSegment: 0, ...settings }),
  }
}

async function largeFile(folder) {
  const file = join(folder, 'large.bin')
  const handle = await open(file, 'w')
  const step = 8 * 1024 * 1024
  for (let at = 0; at < bytes; at += step) await handle.write(contentAt(at, Math.min(bytes, at + step)))
  await handle.close()
  return [{ path: 'large.bin', size: bytes, blob: await openAsBlob(file) }]
}
const smallFiles = () =>
  Array.from({ length: Number(values.files) }, (_, index) => ({
    path: `folder/${index}.bin`,
    size: fileBytes,
    blob: new Blob([contentAt(index * fileBytes, (index + 1) * fileBytes)]),
  }))

const results = []
async function measure(name, line, total, work) {
  if (!name.includes(values.only)) return
  for (const [kind, settings] of Object.entries(lines)) {
    await line.set(settings)
    const before = await line.counters()
    const begin = performance.now()
    const note = await work()
    const seconds = (performance.now() - begin) / 1000
    const after = await line.counters()
    const faults = after.faults.cut - before.faults.cut
    const again = (after.read.up - before.read.up) / total
    const fill = total / seconds / bytesPerSecond
    results.push({ name, line: kind, fill, seconds, faults, again })
    console.log(
      `${name}, ${kind}: ${(fill * 100).toFixed(1)} % of the line, ${seconds.toFixed(1)} s, ${faults} cuts ${note ?? ''}`,
    )
  }
}

/** Whole acts: what a person waits for, with the calls before the first byte and after the last. */
function report() {
  const share = ({ fill, seconds, faults }) =>
    `${Math.round(fill * 100)} %, ${seconds.toFixed(1)} s${faults ? `, ${faults} cuts` : ''}`
  const names = [...new Set(results.map(({ name }) => name))]
  const rows = names.map((name) => [name, ...results.filter((result) => result.name === name).map(share)])
  const table = tableOf([`${values.mbit} Mbit/s, ${values['rtt-ms']} ms there and back`, ...Object.keys(lines)], rows)
  console.log(table)
  if (process.argv.length === 2) writeSection('line', table)
}

/** A transfer that went past the line. */
async function sent(account, files) {
  const plan = await account.plan(files)
  for (const { path, method, headers, content } of account.partRequests(plan)) {
    const { status } = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, body: contentAt(...content) })
    if (status !== 204) throw new Error(`A part was answered ${status}`)
  }
  await account.publish(plan)
  return plan
}

async function receiveSmall({ slug, files }, into) {
  await receive(`http://127.0.0.1:${line.port}/w/${slug}`, into)
  for (const { path, offset } of files) checkContent(await readFile(join(into, path)), offset)
  rmSync(into, { recursive: true })
}

/** The files are in one zip for a browser; the command line puts each into its place. */
async function measureSmall(account) {
  const count = Number(values.files)
  const total = count * fileBytes
  const plan = await sent(account, fileList({ count, bytes: fileBytes }))
  const { zip } = await account.addressesOf(plan)
  const pieces = await readZip(server.port, zip, plan.files)
  const zipBytes = pieces.reduce((sum, { length }) => sum + length, 0)
  const name = `download of ${count} files of 20 KiB`
  await measure(`${name}, one zip`, line, total, () => downloadResuming(line.port, zip, zipBytes, checkerOf(pieces)))
  await measure(`${name}, sampan receive`, line, total, () => receiveSmall(plan, join(folder, 'received')))
}

const { folder } = chooseFolder(3 * bytes + 500_000_000)
const limits = ['anon', 'free'].map(
  (role) => `${role}.uploadBytes=1000000000000,${role}.storageBytes=1000000000000,${role}.files=10000`,
)
const server = await startSampan(folder, { PLAN_LIMITS: limits.join(',') })
const line = await startLine(server.port)
try {
  const client = await bundleClient(folder)
  const url = `http://127.0.0.1:${line.port}`
  const large = await largeFile(folder)
  const small = smallFiles()
  const trace = values.trace
  await measure('upload of one file', line, bytes, () => uploadOnce(client, { url, files: large, trace }))
  await measure(`upload of ${small.length} files of 20 KiB`, line, small.length * fileBytes, () =>
    uploadOnce(client, { url, files: small, trace }),
  )
  const account = await newAccount(server)
  const plan = await sent(account, [{ path: 'large.bin', size: bytes }])
  const { file } = await account.addressesOf(plan)
  await measure('download, one stream', line, bytes, () => downloadResuming(line.port, file, bytes))
  await measure('download, 4 ranges at once', line, bytes, () => downloadRanges(line.port, file, bytes))
  await measureSmall(account)
  report()
} finally {
  await line.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
