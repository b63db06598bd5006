/** The frames that draw strangers' files: each one page with all that it runs within, which its policy allows by its hash alone (R34). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, StepError } from './steps.mjs'

const folder = path.join(root, 'apps/web/src/preview-frame')
/** `worker`: what runs beside the page, as data that the page makes a worker of. */
const frames = { lines: { script: 'lines.ts' }, pdf: { script: 'pdf.ts', worker: 'pdf-worker.ts' } }

async function bundle(entry) {
  const esbuild = await import('esbuild')
  const { outputFiles } = await esbuild
    .build({
      entryPoints: [path.join(folder, entry)],
      write: false,
      bundle: true,
      minify: true,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      // Only where PDF.js runs in Node does it ask where it lies.
      define: { 'import.meta.url': '""' },
      logLevel: 'error',
    })
    .catch(() => {
      throw new StepError(`The frame ${entry} could not be bundled.`)
    })
  return outputFiles[0].text
}

/** Nothing in it ends the element that it stands in; in a script the backslash says nothing. */
const inScript = (code) => code.replace(/<(?=\/script|!--)/gi, '\\x3c')
const asData = (text) => JSON.stringify(text).replaceAll('<', '\\u003c')

async function frameText({ script, worker }) {
  const style = readFileSync(path.join(folder, 'frame.css'), 'utf8')
  const data = worker ? `<script type="application/json" id="worker">${asData(await bundle(worker))}</script>` : ''
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Preview</title><style>${style}</style></head><body>${data}<script>${inScript(await bundle(script))}</script></body></html>\n`
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Into a build of the pages; whether any of them is another than before. */
export async function writeFrames(client) {
  const changes = await Promise.all(
    Object.entries(frames).map(async ([name, frame]) => {
      const file = path.join(client, 'preview-frame', `${name}.html`)
      const text = await frameText(frame)
      if (readIfThere(file) === text) return false
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, text)
      return true
    }),
  )
  return changes.includes(true)
}
