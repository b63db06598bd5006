/** Numbers that are not a plan's: K5, K6, U1 to U3 and the figures of the upload engine. Units are in the names. */

export const slugLength = 7
export const codeLength = 5
export const messageMaxChars = 280
export const passwordMinChars = 6
export const thumbnailSeconds = 600
export const extensionSeconds = 48 * 3600
/** 2.2 days. */
export const expiringSeconds = 190_080

export const codeLifeSeconds = 600
export const codeMaxTries = 5
export const verifiedSeconds = 24 * 3600

/** Of the access token in memory; the session behind it is looked at with every call. */
export const accessTokenSeconds = 15 * 60
/** The immediately previous refresh token still gives an access token for so long: two tabs that refresh at once (A3). */
export const refreshGraceSeconds = 10
/** Argon2 takes any length; this bounds what a request may make it chew. */
export const passwordMaxChars = 256
export const downloadLimitMax = 1_000_000
/** Shown as ten seconds; the answer has some on its way. */
export const restoreSeconds = 10
export const restoreSlackSeconds = 5
export const pageRows = { first: 30, most: 200 } as const

export const ticketSeconds = 3600
/** An access token for downloads handed out by a page or by unlock. */
export const downloadIdSeconds = 30 * 86_400

/** Resumable this long after the last part; before an anonymous address is verified only the second (Q13, U5). */
export const uploadKeptSeconds = 7 * 86_400
export const unverifiedKeptSeconds = 3600
/** Bytes stay so long after expiry, for an extension (X1). */
export const graceSeconds = 14 * 86_400

/** Open bytes that one browser, and one network address, may hold before an address is verified. */
export const openBytesPerBrowser = 5_000_000_000
export const openBytesPerNetwork = 50_000_000_000

const KiB = 1024
const MiB = 1024 * KiB
export const packing = { smallFileBytes: 8 * MiB, sharedBlobBytes: 64 * MiB } as const
export const parts = {
  floorBytes: { 'slow-2g': 128 * KiB, '2g': 256 * KiB, '3g': 512 * KiB, '4g': 1024 * KiB },
  afterThirdTryBytes: 512 * KiB,
  afterFifthTryBytes: 256 * KiB,
  grownBytes: 16 * MiB,
  inFlightBytes: 64 * MiB,
  heldBytes: 16 * MiB,
  perBlob: 10_000,
  targetSeconds: 2,
  parallel: 4,
  attempts: 12,
  waitFromAttempt: 4,
  waitMs: 1000,
  warnAtAttempts: [3, 10],
  stalledMs: 90_000,
} as const
/** An upload may write its declared bytes twice and this, so that repeating parts fills no disk. */
export const rewriteSlackBytes = 64 * MiB
export const pathMaxBytes = 4096
export const nameMaxBytes = 255

/** How often, per key, within a sliding window (reliability, Decisions); an operator changes each with RATE_LIMITS. */
export const rateLimits = {
  codeAddressBrowser: { max: 3, windowSeconds: 3600 },
  codeAddress: { max: 10, windowSeconds: 3600 },
  codeNetwork: { max: 60, windowSeconds: 3600 },
  signUpNetwork: { max: 30, windowSeconds: 3600 },
  emailTakenNetwork: { max: 5, windowSeconds: 3600 },
  loginAccount: { max: 10, windowSeconds: 900 },
  loginNetwork: { max: 30, windowSeconds: 900 },
  linkPassword: { max: 10, windowSeconds: 900 },
  linkMiss: { max: 30, windowSeconds: 600 },
} as const
export type RateName = keyof typeof rateLimits

/** Spec §9, "Timings" (K6). */
export const timingsMs = {
  confetti: 2000,
  quickSendModal: 6000,
  toast: 5800,
  toastEvery: 2000,
  overLimitNotice: 15_500,
  longNotice: 8500,
  popupHide: 8000,
  resendLock: 2000,
  feedbackDelay: 3200,
  planSpinner: 2400,
} as const
