/** curl doing the same with nginx: whether our load client is what a run waits for. It compares nothing and writes to /dev/null. */
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentAt, GiB, partBytes } from '../content.mjs'
import { median } from '../measure.mjs'
import { filmBytes, rounds, streams } from './sizes.mjs'

const curl = (args) =>
  new Promise((resolve, reject) => {
    const child = spawn('curl', ['-sSf', '-o', '/dev/null', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`curl ended with ${code}`))))
  })

async function rateOf(work) {
  const begin = performance.now()
  await work()
  return filmBytes / GiB / ((performance.now() - begin) / 1000)
}

async function medianRate(work) {
  const rates = []
  for (let round = 0; round < rounds; round++) rates.push(await rateOf(work))
  return median(rates)
}

/** One process for each stream, each over one connection. */
async function put({ port, folder }) {
  const part = join(folder, 'part.bin')
  writeFileSync(part, contentAt(0, partBytes))
  const each = filmBytes / partBytes / streams
  const url = (stream) => `http://127.0.0.1:${port}/curl/[${stream * each}-${(stream + 1) * each - 1}]`
  const rate = await medianRate(async () => {
    await Promise.all(Array.from({ length: streams }, (_, stream) => curl(['-H', 'Expect:', '-T', part, url(stream)])))
    rmSync(join(folder, 'curl'), { recursive: true })
  })
  rmSync(part)
  return rate
}

/** GiB a second of each; null without nginx or curl. */
export async function calibrate({ nginx }) {
  if (!nginx) return null
  try {
    return { upload: await put(nginx), stream: await medianRate(() => curl([`http://127.0.0.1:${nginx.port}/film.bin`])) }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return null
  }
}
