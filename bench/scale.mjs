/**
 * `npm run scale`: what a large service takes, and what more processes and replicas of one machine do. `--only throughput` or `--only service` does one of
 * the two; `--folder FOLDER` keeps the large service's database there, and takes the one that is there.
 */
import { parseArgs } from 'node:util'

const { values: given } = parseArgs({ options: { folder: { type: 'string' }, only: { type: 'string' } } })
process.env.BENCH_SCALE ??= String(Math.min(1, Number(process.env.SCALE ?? 1) * 10))
// Each of the servers that take turns keeps the film.
process.env.BENCH_FILM_GIB ??= '0.5'

if (given.only !== 'service') await (await import('./scale/throughput.mjs')).measureThroughput()
if (given.only !== 'throughput') await (await import('./scale/service.mjs')).measureService(given.folder)
