/** Many small files: in one upload, and as many transfers of some files each. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileList, newAccount } from '../account.mjs'
import { queuesOf } from '../load.mjs'
import { readZip } from '../zip-pieces.mjs'
import { small, streams, transfers } from './sizes.mjs'
import { emptyFolder } from './upload.mjs'

const smallRecipient = 'small-recipient@example.com'
const dealt = (port, requests) => queuesOf(port, requests, { queues: 2, connections: streams / 2 })
const names = (count) => Array.from({ length: count }, (_, index) => `/small/${index}`)

const plainPuts = (count, status, suffix = '') =>
  names(count).map((name) => ({ method: 'PUT', path: name + suffix, content: [0, small.bytes], status }))

const toNginx = ({ nginx, load }, count) => ({
  prepare: () => load.prepare(dealt(nginx.port, plainPuts(count, 201))),
  after: () => rmSync(join(nginx.folder, 'small'), { recursive: true }),
})

const toBare = ({ bare, load }, count) => ({
  prepare: () =>
    load.prepare(
      dealt(
        bare.port,
        plainPuts(count, 204, '?offset=0').map((each) => ({ ...each, path: each.path.replace('/small/', '/small-') })),
      ),
    ),
})

/** Creation with its bytes: one request a file. */
const toTus = ({ tus, load }, count) => ({
  prepare: () => {
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': String(small.bytes),
      'content-type': 'application/offset+octet-stream',
    }
    const request = { method: 'POST', path: '/files', headers, content: [0, small.bytes], status: 201 }
    return load.prepare(
      dealt(
        tus.port,
        Array.from({ length: count }, () => request),
      ),
    )
  },
  after: () => emptyFolder(tus.folder),
})

async function uploadOne({ sampan, load }, account, files, recipient) {
  const plan = await account.plan(files)
  const done = await load.run(dealt(sampan.port, account.partRequests(plan)))
  await account.publish(plan, recipient)
  return { plan, cpuSeconds: done.cpuSeconds }
}

const addUp = (costs) => costs.reduce((sums, cost) => sums.map((sum, index) => sum + (cost[index] ?? 0)), [0, 0])

/** One upload after another, as one person makes them; the last is read again and compared. */
function inOneUpload(bench) {
  const { sampan, account } = bench
  let last = null
  return {
    prepare: () => async () => {
      const done = []
      for (let index = 0; index < small.uploads; index++) done.push(await uploadOne(bench, account, fileList(small)))
      last = done.at(-1).plan
      return { cpuSeconds: addUp(done.map(({ cpuSeconds }) => cpuSeconds)) }
    },
    after: async () => {
      const { zip } = await account.addressesOf(last)
      await readZip(sampan.port, zip, last.files)
    },
  }
}

/** Several people at once, each transfer with its upload, its publishing and its mail; the parts go from this process. */
function asTransfers({ sampan, load }) {
  return {
    prepare: async () => {
      const senders = await Promise.all(Array.from({ length: transfers.senders }, () => newAccount(sampan)))
      return async () => {
        const costs = []
        // Each sender has the clients for a moment: a transfer is one part.
        let turn = Promise.resolve()
        const inTurn = (queues) => {
          const mine = turn.then(() => load.run(queues))
          turn = mine.catch(() => {})
          return mine
        }
        const sendAll = async (sender) => {
          for (let index = 0; index < transfers.each; index++) {
            const plan = await sender.plan(fileList(transfers))
            costs.push((await inTurn(dealt(sampan.port, sender.partRequests(plan)))).cpuSeconds)
            await sender.publish(plan, smallRecipient)
          }
        }
        await Promise.all(senders.map(sendAll))
        return { cpuSeconds: addUp(costs) }
      }
    },
  }
}

export function smallFilesWorkload(bench) {
  const count = small.count * small.uploads
  return {
    key: 'small',
    name: `Upload ${small.count.toLocaleString('en')} files of 16 KiB, in one upload`,
    unit: 'files',
    amount: count,
    runs: {
      nginx: bench.nginx && toNginx(bench, count),
      bare: toBare(bench, count),
      tus: toTus(bench, count),
      sampan: inOneUpload(bench),
    },
  }
}

export function transfersWorkload(bench) {
  const { senders, each, count } = transfers
  return {
    key: 'transfers',
    name: `Send ${senders * each} transfers of ${count} files of 16 KiB, ${senders} at once`,
    unit: 'transfers',
    amount: senders * each,
    runs: { sampan: asTransfers(bench) },
  }
}
