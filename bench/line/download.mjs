/** Downloads as programs make them: one stream that resumes where it broke, or several ranges that do. Every byte is compared. */
import http from 'node:http'
import { checkContent } from '../content.mjs'

/** Bytes [from, to) as far as they come, each piece given to `check` with its place; resolves with how many that were. */
function rangeOnce(port, path, from, to, check) {
  return new Promise((resolve, reject) => {
    let at = from
    const headers = { range: `bytes=${from}-${to - 1}` }
    const request = http.get({ host: '127.0.0.1', port, path, headers, agent: false }, (reply) => {
      if (reply.statusCode !== 206) return reject(new Error(`${path} answered ${reply.statusCode}`))
      reply.on('data', (chunk) => {
        try {
          check(chunk, at)
          at += chunk.length
        } catch (error) {
          reject(error)
        }
      })
      reply.on('error', () => resolve(at - from))
      reply.on('end', () => resolve(at - from))
    })
    request.on('error', () => resolve(at - from))
  })
}

async function resuming(port, path, from, to, check = checkContent) {
  let broken = 0
  for (let at = from; at < to; ) {
    at += await rangeOnce(port, path, at, to, check)
    if (at < to) broken++
    if (broken > 100) throw new Error('The line breaks again and again')
  }
  return broken
}

/** `check`: where the bytes are not the content from its beginning on. */
export const downloadResuming = async (port, path, bytes, check) =>
  `(resumed ${await resuming(port, path, 0, bytes, check)} times)`

/** As a program with several connections does: each range in turn, 4 at a time. */
export async function downloadRanges(port, path, bytes, { streams = 4, step = 16 * 2 ** 20 } = {}) {
  const starts = Array.from({ length: Math.ceil(bytes / step) }, (_, index) => index * step)
  const work = async () => {
    for (let from = starts.shift(); from !== undefined; from = starts.shift())
      await resuming(port, path, from, Math.min(bytes, from + step))
  }
  await Promise.all(Array.from({ length: streams }, work))
}
