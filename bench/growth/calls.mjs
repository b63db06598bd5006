/** What the growth bench times: one call after another, each a median. */
import { fileList } from '../account.mjs'
import { Connection, exchange, headOf } from '../connection.mjs'
import { contentAt } from '../content.mjs'
import { median } from '../measure.mjs'

export async function timed(work) {
  const begin = performance.now()
  const result = await work()
  return { ms: performance.now() - begin, result }
}

export async function medianMs(times, work) {
  const all = []
  for (let index = 0; index < times; index++) all.push((await timed(work)).ms)
  return median(all)
}

/** Sends the parts of a plan over one connection. */
export async function sendParts(account, plan) {
  const connection = new Connection(account.server.port)
  for (const request of account.partRequests(plan)) {
    await exchange(connection, request, { body: contentAt(...request.content), expect: request })
  }
  connection.close()
}

/** The head of an answer, without its body. */
export async function headMs(port, path, times) {
  const connection = new Connection(port)
  const ms = await medianMs(times, async () => {
    const { status } = await connection.head(headOf({ method: 'HEAD', path }))
    if (status !== 200) throw new Error(`HEAD ${path} answered ${status}`)
  })
  connection.close()
  return ms
}

/** A transfer from its plan to the answer that it is whole, each step in milliseconds. */
export async function sendTimed(account, files) {
  const plan = await timed(() => account.plan(fileList(files)))
  const parts = await timed(() => sendParts(account, plan.result))
  const publish = await timed(() => account.publish(plan.result))
  return { plan: plan.result, planMs: plan.ms, partsMs: parts.ms, publishMs: publish.ms }
}
