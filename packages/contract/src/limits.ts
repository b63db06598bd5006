/** Numbers that are not a plan's: K5, K6, U1 to U3 and the figures of the upload engine. Units are in the names. */

export const slugLength = 7
export const codeLength = 5
export const messageMaxChars = 280
/** A file's whole name fits (255 bytes), and a long folder before it. */
export const searchMaxChars = 500
export const passwordMinChars = 6
export const thumbnailSeconds = 600
/** The small pictures of files (K5): of images up to so many bytes, and of as many files of one upload. */
export const thumbnails = {
  sidePixels: 360,
  sourceBytes: 100 * 1024 * 1024,
  posterBytes: 64 * 1024,
  posterSidePixels: 1024,
  posters: 30,
} as const
/** Who owns a file looks at it by an address of so long a life. */
export const previewAddressSeconds = 6 * 3600
export const extensionSeconds = 48 * 3600
/** What somebody may write of a transfer that should not be there. */
export const reportTextMaxChars = 2000
/** So long before its end a transfer is told of that nobody has downloaded (X4); a recipient is reminded so long before. */
export const expiryNotice = { senderSeconds: 2 * 86_400, recipientSeconds: 86_400 } as const
/** 2.2 days. */
export const expiringSeconds = 190_080

export const codeLifeSeconds = 600
export const codeMaxTries = 5
/**
 * Where a mailbox has had its mails with codes, everybody who asks meanwhile is given the code of one mail (R18). `minLeftSeconds`: it is
 * given as long as it lives so long; `perNetwork`: to a network that has asked for fewer codes than that within the hour; `tries`: fewer
 * than of one's own, because so many have them.
 */
export const jointCode = { minLeftSeconds: 120, perNetwork: 2, tries: 3 } as const
/** Of the link in a mail to whoever forgot the password (A4). */
export const resetLinkSeconds = 3600
export const verifiedSeconds = 24 * 3600

/** Of the access token in memory; the session behind it is looked at with every call. */
export const accessTokenSeconds = 15 * 60
/** What decides about the account asks for a proof of who is there that is no older (A12). */
export const proofSeconds = 600
/** Between the password and the code (A10). */
export const halfLogInSeconds = 600
/** Between the way to a provider and the way back, and for as long an account may be connected to it afterwards (A11). */
export const signInSeconds = 600
/** Between the question to a passkey and its answer (A9). */
export const passkeySeconds = 600
export const maxPasskeys = 20
export const passkeyNameChars = 100
/** A browser is not asked for a code again for so long, where its owner has said so. */
export const rememberedSeconds = 30 * 86_400
export const stepCodeLength = 6
/** So many at once, each good once; shown in groups of four. */
export const recoveryCodes = { count: 10, length: 12, groupLength: 4 } as const
/** The immediately previous refresh token still gives an access token for so long: two tabs that refresh at once (A3). */
export const refreshGraceSeconds = 10
/** The same for a program, which has no second tab but may lose an answer on a bad line. */
export const programGraceSeconds = 120
/** What a terminal shows for a person to confirm in a browser (O7): eight characters of the codes' alphabet. */
export const deviceCodeLength = 8
export const deviceCodeLifeSeconds = 600
/** Between two questions of a program that waits; each that comes sooner makes it longer by as much. */
export const devicePollSeconds = 3
/** Of those that have neither run out nor been revoked. */
export const maxApiTokens = 50
/** How long an API token may live; null: until it is revoked. */
export const apiTokenDays = [7, 30, 90, 365, null] as const
export const defaultApiTokenDays = 90
/** So long before a token runs out its owner is told; of one that lives no longer, the mail that it was made says so. */
export const apiTokenWarningDays = 7
/** Argon2 takes any length; this bounds what a request may make it chew. */
export const passwordMaxChars = 256
/** An account stacks so many (P6). */
export const maxLicenceCodes = 8
export const downloadLimitMax = 1_000_000
/** Of a transfer, as its sender calls it. */
export const titleMaxChars = 120
/** How often the files of a transfer may be others, the first set counted. */
export const maxVersions = 1000
/** Of contacts (T6): what their fields hold, rows of one import or one deletion, and how many become one at once. */
export const contactsLimits = {
  nameChars: 200,
  noteChars: 1000,
  importRows: 10_000,
  /** Of one import; clients bring in more than that in several. */
  importBytes: 4 * 1024 * 1024,
  merged: 500,
  groups: 200,
  groupNameChars: 80,
} as const
export const feedbackMaxChars = 4000
/** Log-ins after which an account is asked what it thinks (T7). */
export const feedbackLogins: readonly number[] = [3, 18, 35]
/** Of file requests (R1, R5). */
export const requestLimits = {
  documents: 50,
  noteChars: 500,
  reasonChars: 500,
  commentChars: 1000,
  acceptedTypes: 30,
  submissionsMax: 100_000,
  filesMax: 1500,
  templates: 50,
  /** Of received files that are downloaded together: they stand in the address. */
  chosenFiles: 50,
  /** Days before (negative) and after the due date. */
  remindDays: 60,
  reminders: 8,
  graceSecondsMax: 90 * 86_400,
  /** After a reminder of one person none goes out by hand. */
  remindRestSeconds: 600,
  /** Unfinished uploads of strangers: of one request, of one network address at one requester's, and of one browser; and of one person asked by name. */
  openUploads: 500,
  openUploadsPerNetwork: 50,
  openUploadsPerBrowser: 20,
  /** What unfinished uploads of strangers may take of the storage that would be free without them; several of one network address of that. */
  strangersShare: 0.5,
  networkShare: 0.5,
  /** Where all is taken, a stranger's upload gives way that nothing has come of for so long since it began, and since its last byte. */
  silentSeconds: 15 * 60,
  idleSeconds: 3 * 3600,
  /** From this part of its bytes on a stranger's upload is kept as long as anybody's. */
  fullLifeShare: 0.25,
  /** People whom nobody asked by name, and who have answered at the open link of one request. */
  visitors: 2000,
  suppliersPerPage: 100,
  /** What others have sent, as a page that shows it names it. */
  filesOfOthers: 200,
  /** Of a request's PDF; the CSV has all. */
  pdfLines: 2000,
} as const
/** What a new request says where nobody has chosen: a mail three days before, on the day and three days after. */
export const remindDaysDefault: readonly number[] = [-3, 0, 3]
/** Likewise: late files are taken for a week, so that these reminders lead somewhere. */
export const graceSecondsDefault = 7 * 86_400
/** Transfers of one call. */
export const maxBulk = 500
/** So long a page offers to undo a deletion, and who has no bin can; the answer has some on its way. */
export const restoreSeconds = 10
export const restoreSlackSeconds = 5
export const sessionRows = 100
/** Of each account's bell the newest are kept. */
export const maxNotifications = 500
/** Of the operator's pages: rows of a list, the accounts that store the most, how long a link for the first operator holds. */
/** `examineSeconds`: for a look at the installation, which rests for more than a minute to see whether that comes through. */
export const operatorLimits = { rows: 50, biggest: 20, reasonChars: 500, firstLinkSeconds: 3600, examineSeconds: 120 } as const
export const pageRows = { first: 30, max: 200 } as const
/** Two years, a leap day in them (T4). */
export const analyticsLimits = { maxDays: 731 } as const

export const ticketSeconds = 3600
/** An access token for downloads handed out by a page or by unlock. */
export const downloadIdSeconds = 30 * 86_400
/** Chosen files under a short id (D2): how many are kept of everybody who has a link alone, and of each recipient; `rowBytes`: 16 for each file. */
export const selectionLimits = {
  ofLink: { rows: 500, rowBytes: 4 * 1024 * 1024 },
  ofRecipient: { rows: 200, rowBytes: 4 * 1024 * 1024 },
  /** Of one that nobody has read: as long as the address that has it. */
  keptSeconds: downloadIdSeconds,
} as const

/** So long after a mail left, what a browser's name reads of its link without a button pressed is probably read by a scanner of links (D11). */
export const scannerSeconds = 15 * 60
/** And follows the links of a page that it has opened within. */
export const scannerPageSeconds = 60

/** So long a visit is told as one: by one mail from its beginning on, by the bell and the feed from its last download on. */
export const downloadVisitSeconds = 30 * 60
/** So long what a visit takes of a limited link is one download, if it takes nothing twice. */
export const limitVisitSeconds = 86_400

/** Resumable this long after the last part; before an anonymous address is verified only the second (Q13, U5). */
export const uploadKeptSeconds = 7 * 86_400
export const unverifiedKeptSeconds = 3600
/** So long after the last byte of what was sent its sender and its recipients are told that the upload has stalled. */
export const stalledSeconds = 180
/** Bytes stay so long after expiry, for an extension (X1), where the operator has not said otherwise. */
export const graceSeconds = 14 * 86_400
/** Afterwards an account's analytics can still name it and whoever downloaded it for so long (R45). */
export const historySeconds = 90 * 86_400

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
/** Parts that go straight to the store: smaller ones would be too many objects, larger ones none that a store takes at once. */
export const directParts = { minBytes: 5 * MiB, maxBytes: 1024 * MiB, segmentBytes: 256 * KiB, perCall: 16 } as const
/** An upload may write its declared bytes twice and this, so that repeating parts fills no disk. */
export const rewriteSlackBytes = 64 * MiB
/** Likewise for the number of parts, each of which costs a row. */
export const rewriteSlackParts = 20_000
/** Bytes of files that were taken out of an open upload and lie among others: so many count no longer as written. */
export const forgivenHoleBytes = 1024 * MiB
/** Files that may be taken out of one open upload: each leaves a row until the upload ends. */
export const maxRemovedFiles = 20_000
/** Uploads that one account, one verified address, and one browser whose sender is not known yet, may have open. */
export const maxOpenUploads = 1000
export const openUploadsPerAddress = 50
export const openUploadsPerBrowser = 50
/** Of all guests behind one network address whose senders are not known yet. */
export const openUploadsPerNetwork = 200
/** Files of such uploads: those that one browser has in them, and rows of one network address, with what was taken out again. */
export const openFilesPerBrowser = 500
export const openFilesPerNetwork = 30_000

/** A body that has come slower than this, on average once its grace is over, is let go; a large one holds a place and has to come faster. */
export const slowestBody = { bytesPerSecond: KiB, largeBytesPerSecond: 8 * KiB, graceSeconds: 60, sweepSeconds: 5 } as const
export const pathMaxBytes = 4096
export const nameMaxBytes = 255
/** JSON that anybody may send: a value is a field or an element, counted while the bytes come. */
export const smallBody = { bytes: 256 * KiB, values: 20_000 } as const
/** JSON of more bytes, from accounts alone: how long it may be is its call's to say. */
export const largeBody = { values: 100_000 } as const
/** How deep any JSON may be. */
export const bodyDepth = 32
/** So many large bodies are taken in at once by one process, and so many wait: of all, of one network address, and of one account. */
export const largeBodies = {
  places: { all: 4, network: 3, account: 2 },
  waiting: { all: 24, network: 12, account: 6 },
  retrySeconds: 5,
} as const
/** What an account may tell of its files in one call: for each file of its plan, and within these whatever the plan has. */
export const fileList = { bytesPerFile: pathMaxBytes + KiB / 4, leastBytes: 2 * MiB, mostBytes: 8 * MiB } as const
/** Clients tell longer lists in several calls. */
export const listLots = { guestBytes: 192 * KiB, accountBytes: 1536 * KiB, ids: 5000 } as const
/** Base64 of the small pictures that go with what a guest sends: those that do not fit are left out. */
export const postersBytes = { guest: 160 * KiB } as const

/** So long the mails that a mailbox has no more space for wait for others, and so many are joined. */
export const joinedMails = { waitSeconds: 3600, max: 100 } as const

/** The square that the browser cuts, and what the server takes of it (A5). */
export const pictures = { sidePixels: 256, maxPixels: 1024, maxBytes: 256 * KiB } as const
/** What recipients see of a sender's own (B1): what the server takes, in bytes and pixels of the longer side. */
export const brandPictures = {
  logo: { maxBytes: 2 * MiB, maxPixels: 2048 },
  background: { maxBytes: 5 * MiB, maxPixels: 4096 },
  favicon: { maxBytes: 256 * KiB, maxPixels: 512 },
} as const
/** An account that is to go can be kept for so long (A5). */
export const changeOfMindSeconds = 7 * 86_400
/** It goes so long after that: the clocks of several processes differ, and what one lets be kept no other may delete. */
export const hardDeleteMarginSeconds = 600
/** A copy of an account's data is there for so long; an address of its bytes for some minutes. */
export const exportKeptSeconds = 7 * 86_400
export const exportAddressSeconds = 600
/** After the first visit, when a page speaks of what an account could keep (A7). */
export const welcomeBackSeconds = 6 * 3600
/** Parts of the web app stay that long after the last run of a build that has them (W6). */
export const keptPartSeconds = 7 * 86_400

/** Spec §9, "Timings" (K6). */
export const timingsMs = {
  confetti: 2000,
  quickSendModal: 6000,
  toast: 5800,
  toastEvery: 2000,
  overLimitNotice: 15_500,
  longNotice: 8500,
  popupHide: 8000,
  /** That something has arrived, in the dock. */
  arrivedBar: 15_000,
  resendLock: 2000,
  feedbackDelay: 3200,
  /** The downloads-data call gives up after that. */
  downloadsData: 40_000,
  planSpinner: 2400,
  /** From a plan's button to signing up, and to the payment of whoever is signed in. */
  planToSignUp: 950,
  planToPayment: 750,
} as const
