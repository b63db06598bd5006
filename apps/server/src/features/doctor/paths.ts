/** Where the doctor calls, with its key. */
export const bodyPath = (key: string): string => `/doctor/${key}/body`
export const bytesPath = (key: string): string => `/doctor/${key}/bytes`
export const dripPath = (key: string, pauseMs: number): string => `/doctor/${key}/drip?ms=${pauseMs}`

/** So many bytes stand under `bytes`, all alike: a proxy that compresses files would take these. */
export const sampleBytes = 262_144

/** What the service saw of a body that was sent to it, and of whoever sent it. */
export type Seen = {
  bytes: number
  /** From the first of them to the last. */
  spreadMs: number
  /** Where the connection comes from. */
  remote: string
  host: string
  /** X-Forwarded-For as it came. */
  forwardedFor: string | null
  /** By TRUST_PROXY, of the connection that it came by. */
  isBelieved: boolean
}
