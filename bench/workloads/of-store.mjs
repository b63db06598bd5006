/** The same bytes to and from the S3 store by itself, by signed requests: each part an object, downloads from one object. */
import { once } from 'node:events'
import http from 'node:http'
import { contentAt, partsOf } from '../content.mjs'
import { emptyBucket, signed } from '../servers/rgw.mjs'
import { filmInRanges, reading, wholeFilm } from './downloads.mjs'
import { filmBytes } from './sizes.mjs'
import { dealt } from './upload.mjs'

const bucket = 'bench-alone'
const film = 'film.bin'
const parts = 'parts/'

export async function layFilmInStore(rgw) {
  await rgw.newBucket(bucket)
  const { port } = rgw
  const request = http.request({ host: '127.0.0.1', port, ...(await signed(rgw, 'PUT', bucket, film)) })
  request.setHeader('content-length', filmBytes)
  const answered = once(request, 'response')
  for (const [from, to] of partsOf(filmBytes)) if (!request.write(contentAt(from, to))) await once(request, 'drain')
  request.end()
  const [reply] = await answered
  reply.resume()
  if (reply.statusCode !== 200) throw new Error(`The store answered ${reply.statusCode} to the film`)
}

export const toStore = ({ rgw, load }, lanes) => ({
  prepare: async () => {
    const requests = partsOf(filmBytes).map(async ([from, to]) => ({
      ...(await signed(rgw, 'PUT', bucket, `${parts}${from}`)),
      content: [from, to],
      status: 200,
    }))
    return load.prepare(dealt(rgw.port, await Promise.all(requests), lanes))
  },
  after: async () => {
    await emptyBucket(rgw, bucket, parts)
    await rgw.collect()
  },
})

const fromStore = (bench, requestsOf, lanes) => ({
  prepare: async () => {
    const { path, headers: host } = await signed(bench.rgw, 'GET', bucket, film)
    const requests = requestsOf(path).map(({ headers, ...each }) => ({ ...each, headers: { ...headers, ...host } }))
    return reading(bench, bench.rgw, requests, lanes)
  },
})

export const streamFromStore = (bench) => fromStore(bench, wholeFilm, 1)
export const rangesFromStore = (bench, count) => fromStore(bench, filmInRanges(count), count)

/** As many bytes as a zip has, in one stream. */
export const beginningFromStore = (bench, amount) =>
  fromStore(
    bench,
    (path) => [{ path, status: 206, headers: { range: `bytes=0-${amount - 1}` }, pieces: [{ length: amount, from: 0 }] }],
    1,
  )
