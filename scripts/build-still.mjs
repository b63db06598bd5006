/** The scripts of pages that wake no app, the search that one of them loads, and what wakes the others, each as one file with an address of its own. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root, StepError } from './steps.mjs'

const folder = path.join(root, 'apps/web/src/still')

/** Into a build of the pages. */
export async function writeStillScripts(client) {
  const esbuild = await import('esbuild')
  await esbuild
    .build({
      entryPoints: ['site.ts', 'support-search.ts', 'wake.ts'].map((name) => path.join(folder, name)),
      outdir: client,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      logLevel: 'error',
    })
    .catch(() => {
      throw new StepError('The scripts of still pages could not be bundled.')
    })
}

/** All that a page of words may bring of JavaScript, compressed. */
const maxScriptBytes = 60_000
const own = new Set(['/boot.js', '/site.js'])

/** What is wrong with the scripts of a page of words; null where nothing is. */
export function scriptFault(page, bytesOf) {
  if (/<link rel="modulepreload"/.test(page)) return 'loads parts of the app'
  const scripts = [...page.matchAll(/<script\b([^>]*)>/g)].filter(([, attributes]) => !attributes.includes('application/ld+json'))
  const sources = scripts.map(([, attributes]) => /\ssrc="([^"]+)"/.exec(attributes)?.[1])
  const stranger = sources.find((source) => !own.has(source))
  if (scripts.length !== sources.filter(Boolean).length) return 'has a script within it'
  if (stranger) return `loads ${stranger}`
  const bytes = sources.reduce((sum, source) => sum + bytesOf(source), 0)
  return bytes > maxScriptBytes ? `loads ${bytes} bytes of scripts, at most ${maxScriptBytes}` : null
}

/** Ends a build in which a page of words would wake the app, or weigh too much; one that is known has to be among them. */
export function checkStillPages(client) {
  const bytesOf = (source) => gzipSync(readFileSync(path.join(client, source))).length
  const pages = readdirSync(client, { recursive: true })
    .filter((name) => path.basename(name) === 'index.html')
    .map((name) => ({ name, text: readFileSync(path.join(client, name), 'utf8') }))
    .filter(({ name, text }) => path.dirname(name) === 'about' || text.includes('src="/site.js"'))
  for (const { name, text } of pages) {
    const fault = scriptFault(text, bytesOf)
    if (fault) throw new StepError(`The page ${name} ${fault}.`)
  }
}
