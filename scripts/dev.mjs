/**
 * `npm run dev`: the service at one address, made anew as its sources change. The pages come from Vite and change in the open page;
 * the server is bundled and started again. It has a data folder of its own, with an account to log in with.
 */
import path from 'node:path'
import { makeAccount } from './dev/account.mjs'
import { openFront } from './dev/front.mjs'
import { openPages } from './dev/pages.mjs'
import { makeServer } from './dev/server.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { ensureInstalled } from './install.mjs'
import { writeLanguages } from './languages.mjs'
import { main, root, StepError } from './steps.mjs'

const settlingMs = 50

/** Changes that come together are answered together, those that come meanwhile once more; one at a time. */
function inTurn(act) {
  let timer
  let last = Promise.resolve()
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(act).catch((error) => console.error(error.message))
    }, settlingMs)
  }
}

async function end(ends) {
  for (const close of ends.splice(0).reverse()) await close()
  process.exit()
}

async function run(ends) {
  process.chdir(root)
  process.env.NODE_ENV = 'development'
  process.env.DATA_DIR ??= './data-dev'
  process.env.LOG_LEVEL ??= 'warn'
  process.env.WORKERS ??= '1'
  await ensureInstalled({ dev: true })
  writeLanguages()

  const folder = path.join(root, '.cache/dev')
  const front = await openFront(Number(process.env.PORT ?? 3000), process.env.HOST ?? '127.0.0.1')
  ends.push(front.close)
  process.env.PUBLIC_URL ??= `http://localhost:${front.port}`
  const pages = await openPages(front.server, folder)
  ends.push(pages.close)
  front.showPages(pages.handle)
  const server = await makeServer(folder, front)
  ends.push(server.close)
  await pages.writePages()
  await server.build()
  await server.start()

  const update = inTurn(async () => {
    const arePagesNew = await pages.writePages()
    const isServerNew = await server.build()
    if (arePagesNew || isServerNew) await server.restart()
  })
  pages.watch(['apps/server/src', 'apps/server/package.json', 'packages', 'apps/web/src', 'apps/web/content'], update)
  const account = await makeAccount(server, process.env.PUBLIC_URL)
  console.log(`\nSampan changes with its sources at ${process.env.PUBLIC_URL}`)
  console.log(`Log in with ${account.email} and the password: ${account.password}`)
  if (server.outbox()) console.log(`Mails are kept at ${server.outbox()}`)
}

const ends = []
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (isEnding) return
    isEnding = true
    void end(ends)
  })
endWithNpm()
await main(() =>
  run(ends).catch(async (error) => {
    process.exitCode = 1
    // What fails because everything is being closed is no news.
    if (isEnding) return
    isEnding = true
    console.error(error instanceof StepError ? error.message : error)
    await end(ends)
  }),
)
