/** The pages by Vite; as files where the server looks for them their shell, into which it writes its own pages, those that wake no app, and the frames of previews. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeFrames } from '../build-frames.mjs'
import { writeStillScripts } from '../build-still.mjs'
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
  const client = path.join(folder, 'apps/web/build/client')

  /** Whether the file is another than before. */
  function write(name, text) {
    const file = path.join(client, name)
    if (readIfThere(file) === text) return false
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    return true
  }

  async function render(address, headers = {}) {
    const { runner } = vite.environments.ssr
    const { createRequestHandler } = await runner.import('react-router')
    const handle = createRequestHandler(await runner.import('virtual:react-router/server-build'), 'development')
    return (await handle(new Request(`http://localhost${address}`, { headers }))).text()
  }

  /** What the build writes for every address that it does not know. */
  async function writeShell() {
    const shell = await render('/__spa-fallback', { 'X-React-Router-SPA-Mode': 'yes' })
    // Without this mark the server leaves the start of the app as it is: what it knows to put off is only what the build writes.
    return write('__spa-fallback.html', shell.replace('<script type="module" async="">', '<script type="module">'))
  }

  /** Pages of words, and what their search looks through, as the build writes them: no script of Vite's asks for them. */
  async function writeStillPages() {
    const { runner } = vite.environments.ssr
    const { contentPaths, supportIndexPath } = await runner.import('@sampan/contract/paths')
    const { languages } = await runner.import('@sampan/contract/languages')
    let isAnyNew = false
    for (const language of languages) {
      const pages = contentPaths.map((pathOf) => [pathOf(language), `${pathOf(language)}/index.html`])
      for (const [address, name] of [...pages, [supportIndexPath(language), supportIndexPath(language)]])
        isAnyNew = write(name, await render(address)) || isAnyNew
    }
    return isAnyNew
  }

  return {
    handle: vite.middlewares,
    close: () => vite.close(),
    /** Whether any is another than before. */
    async writePages() {
      mkdirSync(client, { recursive: true })
      const [areFramesNew] = [await writeFrames(client), await writeStillScripts(client)]
      const [isShellNew, arePagesNew] = [await writeShell(), await writeStillPages()]
      return areFramesNew || isShellNew || arePagesNew
    },
    watch(sources, onChange) {
      vite.watcher.add(sources.map((source) => path.join(root, source)))
      vite.watcher.on('all', (_, file) => isSource(file) && onChange())
    },
  }
}
