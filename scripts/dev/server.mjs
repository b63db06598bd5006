/** The server, bundled in memory and started as a process of its own; again after each change. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { context } from 'esbuild'
import { serverBundle, serverMigrations } from '../build.mjs'
import { lastingPort } from '../processes/processes.mjs'
import { root, StepError } from '../steps.mjs'

const program = fileURLToPath(new URL('server-process.mjs', import.meta.url))

/** Laid out like the checkout: the server looks for the pages from where it lies. */
function prepareFolder(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'apps/server/dist'), { recursive: true })
  const packages = path.join(root, 'apps/server/node_modules')
  if (existsSync(packages)) symlinkSync(packages, path.join(folder, 'apps/server/node_modules'))
}

function isWritten(file, contents) {
  return existsSync(file) && readFileSync(file).equals(contents)
}

export async function makeServer(folder, front) {
  prepareFolder(folder)
  const dist = path.join(folder, 'apps/server/dist')
  const bundler = await context(serverBundle(dist))
  const port = await lastingPort()
  let child = null
  let outbox

  /** Whether anything is new. What cannot be bundled is told, and the server before it stays. */
  async function build() {
    const result = await bundler.rebuild().catch(() => null)
    if (!result) return false
    cpSync(serverMigrations, path.join(dist, 'migrations'), { recursive: true })
    const fresh = result.outputFiles.filter(({ path: file, contents }) => !isWritten(file, Buffer.from(contents)))
    for (const { path: file, contents } of fresh) writeFileSync(file, contents)
    return fresh.length > 0
  }

  function start() {
    const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1' }
    const own = spawn(process.execPath, [program, path.join(dist, 'main.js')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const ended = new Promise((resolve) => own.once('exit', resolve))
    child = { process: own, ended }
    return new Promise((resolve, reject) => {
      own.stdout.on('data', (text) => {
        outbox = /^Mails are kept at (\S+)/m.exec(text)?.[1] ?? outbox
        if (!/^Sampan is ready at/m.test(text)) return void (/^Mails are kept/.test(text) || process.stdout.write(text))
        front.release(port)
        resolve()
      })
      void ended.then(() => reject(new StepError('The server has ended. It starts again after the next change.')))
    })
  }

  async function stop() {
    front.hold()
    child?.process.kill('SIGTERM')
    await child?.ended
  }

  return {
    build,
    start,
    outbox: () => outbox,
    async restart() {
      await stop()
      await start()
      console.log(`${new Date().toLocaleTimeString()} the server has started again`)
    },
    /** A command of the operator, on the same data. */
    async command(words) {
      const { runCommand } = await import(pathToFileURL(path.join(dist, 'commands.js')))
      return runCommand(words, root, { out: () => {}, report: console.error })
    },
    async close() {
      await stop()
      await bundler.dispose()
    },
  }
}
