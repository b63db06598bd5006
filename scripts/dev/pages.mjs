/** The pages by Vite; as files where the server looks for them their shell, into which it writes its own pages, and the frames of previews. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeFrames } from '../build-frames.mjs'
import { root } from '../steps.mjs'

const web = path.join(root, 'apps/web')
/** As the package of the pages sees it: it is theirs, not ours. */
const packageOfPages = (name) => import(pathToFileURL(createRequire(path.join(web, 'package.json')).resolve(name)))

const isSource = (file) => !/\/(?:node_modules|dist|build|\.cache)\/|\.test\.tsx?$/.test(file)

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** `front` carries Vite's messages to the open pages. */
export async function openPages(front, folder) {
  const { createServer } = await packageOfPages('vite')
  const vite = await createServer({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server: front }, cors: false },
    // Found at once: one that is found later loads the page anew.
    optimizeDeps: { entries: ['src/**/*.tsx', 'src/**/*.ts', '!src/**/*.test.*'] },
    logLevel: 'warn',
    clearScreen: false,
  })
  const shellFile = path.join(folder, 'apps/web/build/client/__spa-fallback.html')

  /** What the build writes for every address that it does not know. */
  async function renderShell() {
    const { runner } = vite.environments.ssr
    const { createRequestHandler } = await runner.import('react-router')
    const handle = createRequestHandler(await runner.import('virtual:react-router/server-build'), 'development')
    const headers = { 'X-React-Router-SPA-Mode': 'yes' }
    const shell = await (await handle(new Request('http://localhost/__spa-fallback', { headers }))).text()
    // Without this mark the server leaves the start of the app as it is: what it knows to put off is only what the build writes.
    return shell.replace('<script type="module" async="">', '<script type="module">')
  }

  return {
    handle: vite.middlewares,
    close: () => vite.close(),
    /** Whether it is another than before. */
    async writeShell() {
      const areFramesNew = await writeFrames(path.dirname(shellFile))
      const shell = await renderShell()
      if (readIfThere(shellFile) === shell) return areFramesNew
      mkdirSync(path.dirname(shellFile), { recursive: true })
      writeFileSync(shellFile, shell)
      return true
    },
    watch(sources, onChange) {
      vite.watcher.add(sources.map((source) => path.join(root, source)))
      vite.watcher.on('all', (_, file) => isSource(file) && onChange())
    },
  }
}
