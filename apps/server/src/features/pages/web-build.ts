/** The built web app, read once at the start: no request ever names a path on the disk (R37). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '@sampan/contract/languages'
import { type PreviewFrame, previewFramePath, previewFrames, publicPaths } from '@sampan/contract/paths'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  // What PDFs are drawn with.
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
}

/** Where the build puts what has a hash in its name. */
export const assetsPath = '/assets/'

export type BuiltFile = { path: string; type: string; body: Buffer; hasHashInName: boolean }
/** Public pages by their path. Where there is no build there are none: the server then shows its own plain ones. */
export type WebBuild = {
  files: BuiltFile[]
  pages: { public: Map<string, string>; shell: string | null }
  frames: Map<PreviewFrame, string>
}

/** The bundle runs in apps/server/dist and the source in apps/server/src: both lie under the folder that has apps/web. */
function findWebBuild(from: string = fileURLToPath(import.meta.url)): string | null {
  for (let dir = dirname(from); dir !== dirname(dir); dir = dirname(dir)) {
    if (existsSync(join(dir, 'apps', 'web'))) return join(dir, 'apps', 'web', 'build', 'client')
  }
  return null
}

// Only named types are served: source maps, pages and stray files are not among them.
function readFiles(dir: string): BuiltFile[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const full = join(entry.parentPath, entry.name)
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type || entry.name === 'robots.txt') return []
    const path = `/${relative(dir, full).split(sep).join('/')}`
    return [{ path, type, body: readFileSync(full), hasHashInName: path.startsWith(assetsPath) }]
  })
}

let own: WebBuild | undefined
/** Of this installation, which stays as it is while the process runs. */
export function ownWebBuild(): WebBuild {
  own ??= readWebBuild(findWebBuild())
  return own
}

export function readWebBuild(dir: string | null): WebBuild {
  const page = (name: string) => (dir && existsSync(join(dir, name)) ? readFileSync(join(dir, name), 'utf8') : null)
  const built = publicPaths
    .flatMap((pathOf) => languages.map(pathOf))
    .flatMap((path): [string, string][] => {
      const text = page(join(path, 'index.html'))
      return text === null ? [] : [[path, text]]
    })
  const frames = previewFrames.flatMap((frame): [PreviewFrame, string][] => {
    const text = page(`${previewFramePath(frame)}.html`)
    return text === null ? [] : [[frame, text]]
  })
  return {
    frames: new Map(frames),
    files: dir && existsSync(dir) ? readFiles(dir) : [],
    pages: { public: new Map(built), shell: page('__spa-fallback.html') },
  }
}
