/** Headers that single calls read; what every call reads (Authorization, Accept-Language, Cookie) is described once. */
export type Header = {
  /** One sentence for /openapi.json. */
  summary: string
  /** What its value has to fit. */
  pattern?: string
  isRequired?: true
}

/** H3. Only its first 200 characters count. */
export const idempotencyKey = {
  'Idempotency-Key': { summary: 'Any text of the caller’s: the same again does nothing anew and is answered as the first time' },
} as const

/** Lower case, as servers see names. */
export const teamHeader = 'sampan-team'

/** Programs that keep their own refresh token. */
export const ownProgram = {
  'X-Sampan': { summary: '`cli`: the refresh token is in the reply, no cookie holds it. Pages send any other word, or Origin' },
} as const
