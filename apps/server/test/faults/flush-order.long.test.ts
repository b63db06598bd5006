/**
 * What a loss of power would leave (reliability 5.3): no machine is switched off here, so the order of the calls is looked at
 * instead. Written bytes, then their flush and that of their folder, then the commit's flush, then the answer.
 */
import { devNull } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { sqlOf } from './database.ts'
import { openJournal } from './history.ts'
import { lineTo } from './line.ts'
import { createUpload, publishUpload, sendPart } from './own-upload.ts'
import { chanceOf } from './seeded.ts'
import { makeAccount } from './sender-account.ts'
import { buildServer, childrenOf, installForTest } from './server-process.ts'
import { noTracing, trace } from './strace.ts'

const reason = noTracing()
const MiB = 1024 * 1024

beforeAll(() => buildServer(), 180_000)

/** `begin` and `end` are lines of the log; `text` has the call with its arguments. */
type Called = { call: string; text: string; begin: number; end: number; isGood: boolean }

function callsIn(log: string): Called[] {
  const open = new Map<string, Called>()
  const calls: Called[] = []
  for (const [at, line] of log.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const isGood = /\) += [0-9]/.test(rest)
    const resumed = /^<\.\.\. \w+ resumed>/.test(rest)
    if (resumed) Object.assign(open.get(thread) ?? {}, { end: at, isGood })
    const [, call] = /^(\w+)\(/.exec(rest) ?? []
    if (!call) continue
    const called = { call, text: rest, begin: at, end: rest.includes('<unfinished') ? Number.POSITIVE_INFINITY : at, isGood }
    open.set(thread, called)
    calls.push(called)
  }
  return calls
}

describe.skipIf(reason !== null)(`under strace${reason ? ` (${reason})` : ''}`, () => {
  test('U6 INV2 a transfer is announced only after its bytes, their folders and its commit are flushed', async () => {
    const here = await installForTest({ WORKERS: '1' })
    await here.start()
    const sql = sqlOf(here)
    const means = {
      line: lineTo(here.port),
      journal: openJournal(devNull),
      account: await makeAccount(here.seenDir(), sql),
      client: 0,
    }
    const upload = await createUpload(means, 'power', [
      { path: 'big.bin', size: 9 * MiB },
      { path: 'small.bin', size: 1000 },
    ])
    if (typeof upload !== 'object') throw new Error('no upload')
    const database = here.postmaster()!
    const calls = ['fsync', 'fdatasync', 'pwrite64', 'write', 'writev', 'sendto', 'sendmsg']
    const traced = await trace([here.life!.child.pid!, database, ...childrenOf(database)], { calls })
    for (const { blobId, size } of upload.blobs)
      for (let at = 0; at < size; at += 5 * MiB)
        await sendPart(means, upload, { blobId, range: [at, Math.min(size, at + 5 * MiB)] }, chanceOf('power'))
    await publishUpload(means, upload, { sendAs: 'link', to: [] })
    const log = callsIn(await traced.detach())

    const answer = log.find(({ text }) => text.includes('HTTP/1.1 200'))!
    expect(answer).toBeDefined()
    const containers = (await sql('select distinct container from attempts')).map(({ container }) => container as string)
    expect(containers).toHaveLength(2)
    const durableFrom = containers.map((container) => {
      const of = (kinds: string[]) =>
        log.filter(({ call, text, isGood }) => isGood && kinds.includes(call) && text.includes(container))
      const lastWrite = Math.max(...of(['pwrite64']).map(({ end }) => end))
      const flushed = of(['fdatasync', 'fsync']).filter(({ begin }) => begin > lastWrite)
      expect(flushed, `a flush of ${container} after its last write`).not.toEqual([])
      const folder = new RegExp(`/blobs/${folderIn(of(['pwrite64'])[0]!.text)}>`)
      const folderFlushed = log.filter(({ call, text, isGood }) => isGood && call === 'fsync' && folder.test(text))
      expect(folderFlushed, `a flush of the folder of ${container}`).not.toEqual([])
      return Math.max(flushed[0]!.end, folderFlushed[0]!.end)
    })
    const commit = log.filter(
      ({ call, text, begin, end, isGood }) =>
        isGood && /sync$/.test(call) && text.includes('/pg_wal/') && begin > Math.max(...durableFrom) && end < answer.begin,
    )
    expect(commit, 'a flush of the log of the database between those of the bytes and the answer').not.toEqual([])
    means.line.close()
  }, 120_000)
})

/** Its folder, by the path that strace puts beside a descriptor. */
const folderIn = (text: string): string => /\/blobs\/([0-9a-f]{2})\//.exec(text)?.[1] ?? 'none'
