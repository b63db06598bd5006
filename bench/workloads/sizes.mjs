/** How much is moved. BENCH_SCALE makes all of it smaller, to try the bench out; the table is written only at full size. */
import { GiB, KiB, MiB, partBytes } from '../content.mjs'

export const scale = Number(process.env.BENCH_SCALE ?? 1)
const scaled = (count, min = 1) => Math.max(min, Math.round(count * scale))

export const rounds = scale < 1 ? 1 : 3
export const streams = 4
export const ranges = 8
/** Of the one large file. */
const filmGiB = Number(process.env.BENCH_FILM_GIB ?? 2)
export const filmBytes = scaled((filmGiB * GiB) / (ranges * partBytes)) * ranges * partBytes
export const small = { count: 1000, bytes: 16 * KiB, uploads: scaled(5) }
export const transfers = { count: 50, bytes: 16 * KiB, senders: 4, each: scaled(5) }
export const zipped = { count: scaled(200, 20), bytes: 5 * MiB }
export const views = { connections: 32, seconds: Math.max(1, 3 * scale) }

/** As the table says it. */
export const shownBytes = (bytes) => (bytes >= GiB ? `${+(bytes / GiB).toFixed(2)} GiB` : `${Math.round(bytes / MiB)} MiB`)
