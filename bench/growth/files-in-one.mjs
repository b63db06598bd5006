/** One transfer of ever more files. */
import { newAccount } from '../account.mjs'
import { cpuSecondsOf } from '../processes.mjs'
import { firstByteMs, readZip } from '../zip-pieces.mjs'
import { headMs, medianMs, sendTimed, timed } from './calls.mjs'

const fileBytes = 1024
const times = 5

async function measure(server, account, count) {
  const family = () => [...server.processes(), ...server.database()]
  const before = cpuSecondsOf(family())
  const { plan, planMs, partsMs, publishMs } = await sendTimed(account, { count, bytes: fileBytes })
  const cpuMs = (cpuSecondsOf(family()) - before) * 1000
  const at = await account.addressesOf(plan)
  const zip = await timed(() => readZip(server.port, at.zip, plan.files))
  return {
    count,
    sending: { planMs, partsMs, publishMs },
    cpuMsPerFile: cpuMs / count,
    listMs: await medianMs(times, () => account.list(`&slug=${plan.slug}`)),
    viewMs: await medianMs(times, () => account.call('GET', at.view, undefined, { token: '' })),
    zipHeadMs: await headMs(server.port, at.zip, times),
    zipFirstByteMs: await medianMs(times, () => firstByteMs(server.port, at.zip)),
    zipMs: zip.ms,
  }
}

/** The first round warms the server up and is not counted. */
export async function filesInOne(server, counts) {
  const account = await newAccount(server)
  const rows = []
  for (const count of [counts[1], ...counts]) rows.push(await measure(server, account, count))
  return rows.slice(1)
}
