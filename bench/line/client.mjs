/** The client package in Node, as a browser would run it: bundled from its sources, with a cookie jar of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '../..')

export async function bundleClient(folder) {
  const esbuild = createRequire(join(root, 'package.json'))('esbuild')
  const outfile = join(folder, 'client.mjs')
  const contents = ['api.ts', 'upload/start-upload.ts', 'upload/node.ts']
    .map((name) => `export * from './src/${name}'`)
    .join('\n')
  const stdin = { contents, resolveDir: join(root, 'packages/client'), loader: 'ts' }
  await esbuild.build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'error' })
  return import(pathToFileURL(outfile).href)
}

/** Keeps cookies, as a page's own fetch does. */
function fetchWithCookies() {
  const jar = new Map()
  return async (url, init) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, { ...init, headers: { ...init.headers, ...(cookie && { cookie }) } })
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
      jar.set(name, value)
    }
    return reply
  }
}

/** Resolves when the server has every byte; tells how long it took until the first part was on its way. */
export async function uploadOnce({ createApi, startUpload, nodeTools }, { url, files, trace }) {
  const tools = nodeTools()
  const begin = performance.now()
  let firstAt = null
  const sendPart = async (request) => {
    firstAt ??= performance.now()
    const at = performance.now()
    const reply = await tools.sendPart(request)
    const size = request.bytes.size ?? request.bytes.byteLength
    const seconds = (from) => ((performance.now() - from) / 1000).toFixed(2)
    if (trace) console.log(`  ${seconds(begin)} s: ${(size / 2 ** 20).toFixed(2)} MiB in ${seconds(at)} s, ${reply.status}`)
    return reply
  }
  const api = createApi({ baseUrl: url, fetch: fetchWithCookies() })
  const ticketRequest = { id: 'line', type: 'anonUpload' }
  await startUpload({ api, ticketRequest, files, ...tools, sendPart, connection: '4g' }).done
  return `(first byte after ${((firstAt - begin) / 1000).toFixed(2)} s)`
}

/** The built command line in a process of its own, as a person runs it. */
export async function receive(link, into) {
  const client = pathToFileURL(join(root, 'apps/cli/dist/main.js')).href
  const words = ['receive', link, '--into', into, '--quiet']
  const program = `process.exit(await (await import('${client}')).runHere(${JSON.stringify(words)}, { env: process.env, cwd: '/' }))`
  // What an interrupted run would be known by is kept where the run is.
  const env = { PATH: process.env.PATH, XDG_STATE_HOME: `${into}.state` }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`sampan receive ended with ${code}`)
}
