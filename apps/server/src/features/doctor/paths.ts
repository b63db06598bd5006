/** Where the doctor calls, with its key. */
export const bodyPath = (key: string): string => `/doctor/${key}/body`
export const bytesPath = (key: string): string => `/doctor/${key}/bytes`
/** `events`: as news is sent to open pages, else as a file. */
export const dripPath = (key: string, pauseMs: number, as: 'file' | 'events' = 'file'): string =>
  `/doctor/${key}/drip?ms=${pauseMs}&as=${as}`

/** So many bytes stand under `bytes`, all alike: a proxy that compresses files would take these. */
export const sampleBytes = 262_144

/** So many come before the pause of a drip, and as many after it. */
export const dripBytes = 1024

/** What the service saw of a body that was sent to it, and of whoever sent it. */
export type Seen = {
  bytes: number
  /** From the first of them to the last. */
  spreadMs: number
  /** Where the connection comes from. */
  remote: string
  /** What the service takes for the name by which it was called, by TRUST_PROXY. */
  host: string
  /** X-Forwarded-For as it came. */
  forwardedFor: string | null
  /** By TRUST_PROXY, of the connection that it came by. */
  isBelieved: boolean
}
