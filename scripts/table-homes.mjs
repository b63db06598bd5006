/** Whose each table is, and who else reads it, and why. table-rules.mjs holds the queries against it. */

const tables = {
  admin: ['operatorLog'],
  accounts: [
    ...['users', 'passwordResets', 'sessions', 'deviceRequests', 'teamMembers'],
    ...['secondFactors', 'recoveryCodes', 'rememberedDevices', 'passkeys', 'usedChallenges', 'providerIdentities'],
  ],
  analytics: ['downloadEvents', 'downloadDays', 'transferWeeks', 'recipientWeeks', 'storageDays'],
  billing: ['subscriptions', 'billingDetails', 'usedTrials', 'paymentEvents', 'purchases', 'sandboxCustomers'],
  branding: ['brands', 'brandPictures'],
  licences: ['licenceCodes'],
  contacts: ['contacts', 'contactGroups', 'contactGroupMembers'],
  content: ['blobs', 'files', 'renditions'],
  devices: ['apiTokens'],
  domains: ['linkDomains', 'senderDomains', 'dkimKeys'],
  downloads: ['downloadSessions', 'downloadPlaces', 'downloadNotices', 'downloadDigests', 'selections'],
  timeline: ['transferEvents'],
  feedback: ['feedbacks', 'feedbackAsks'],
  imports: ['imported'],
  notifications: ['notifications'],
  owners: ['owners', 'monthCounts'],
  profile: ['pictures', 'accountExports', 'logos'],
  extension: ['timeRequests'],
  refusals: ['mailRefusals'],
  reports: ['abuseReports'],
  requests: [
    'fileRequests',
    'requestDocuments',
    'suppliers',
    'submissions',
    'submittedFiles',
    'requestComments',
    'requestTemplates',
    'noticeAddresses',
  ],
  teams: ['teamInvitations', 'teamHandovers'],
  'team-log': ['teamLog'],
  pages: ['webParts'],
  site: ['articleCounts', 'articleReaders', 'ideaVotes'],
  transfers: ['transfers', 'transferFiles', 'transferVersions', 'recipients', 'endedLinks', 'transferTexts'],
  uploads: ['slugs', 'uploads', 'attempts', 'lostContainers'],
  verification: ['verifications', 'verifiedAddresses'],
  webhooks: ['webhooks', 'webhookDeliveries'],
  /** Through functions of db/, for all. */
  db: ['rateHits', 'installation'],
}

export const tableHomes = Object.fromEntries(
  Object.entries(tables).flatMap(([feature, names]) => names.map((name) => [name, feature])),
)

/** Who reads what belongs to others, together with what is theirs: a join is one question to the database, calls would be thousands. */
const reading = [
  [
    'admin',
    ['users', 'licenceCodes', 'sessions', 'subscriptions', 'transfers', 'uploads'],
    'an operator finds accounts by their owners, and sees how much each has of everything',
  ],
  [
    'accounts',
    ['licenceCodes', 'pictures'],
    'a sign-up makes the owner, and a session shows the role and the picture that go with it',
  ],
  ['analytics', ['transfers'], 'counts what was sent and downloaded in one statement'],
  ['billing', ['users', 'licenceCodes'], 'a purchase changes the role and the status of its owner, and mails go to the account'],
  [
    'content',
    ['uploads', 'attempts'],
    'what is whole, and whose turn it is, its upload says; where the bytes of a blob lie, its parts',
  ],
  ['contacts', ['transfers', 'recipients'], 'suggestions are what was sent before, and the plan is its owner’s'],
  ['devices', ['sessions'], 'a token is told with what its session may, and until when'],
  [
    'downloads',
    ['downloadEvents', 'transfers', 'transferFiles', 'transferVersions', 'recipients'],
    'a download reads what it brings and counts it in one statement',
  ],
  ['imports', ['transfers', 'fileRequests'], 'what came over is told by its address here'],
  ['notifications', ['transfers'], 'a notification is worded by its transfer'],
  [
    'receipts',
    ['downloadSessions', 'downloadEvents', 'transfers', 'transferFiles', 'recipients', 'selections'],
    'a receipt is what the others have recorded',
  ],
  [
    'requests',
    ['transfers', 'uploads'],
    'a request is shown with the files that were received and those that are on their way in one statement',
  ],
  ['reports', ['transfers', 'fileRequests'], 'a report names the transfer, or the request and who asks'],
  [
    'timeline',
    ['downloadEvents', 'transfers', 'recipients', 'transferVersions', 'selections', 'users'],
    'the story of a transfer is what the others have recorded, with the names of who did it',
  ],
  [
    'transfers',
    ['downloadSessions', 'uploads', 'downloadEvents', 'downloadPlaces', 'timeRequests', 'users', 'pictures', 'selections'],
    'a transfer is shown with its files, downloads and questions in one statement',
  ],
  ['uploads', ['blobs', 'files'], 'an upload is told together with what has come of it'],
]

/** [feature, table, reason] */
export const readers = reading.flatMap(([feature, names, reason]) => names.map((name) => [feature, name, reason]))

/**
 * The reads that close a circle of features today, as [feature, feature whose tables it reads, why it has not been undone]; circles.mjs refuses
 * every other circle, and a line that closes none. No line is added here: a new circle is undone, by asking the other feature, or by having
 * app.ts hand in what one does for the other.
 */
export const closingReads = [
  ['accounts', 'licences', 'an account is shown with its licence codes, whose activation settles its standing'],
  ['accounts', 'profile', 'a session shows the picture of its account'],
  ['analytics', 'transfers', 'numbers of transfers and of their downloads are counted together'],
  ['billing', 'accounts', 'mails about money go to the account, whose deletion ends the payments'],
  ['billing', 'licences', 'the standing of an account is worked out from its codes too, and codes settle the standing'],
  ['contacts', 'transfers', 'suggestions are what was sent before, and sending keeps contacts'],
  ['content', 'uploads', 'a file is whole when its upload is, and uploads bring files'],
  ['notifications', 'transfers', 'a notification is worded by its transfer, and transfers notify'],
  ['receipts', 'downloads', 'a receipt lists what was downloaded, and each download brings the next digest of receipts'],
  ['timeline', 'downloads', 'the timeline names chosen files, and downloads add to it'],
  ['timeline', 'transfers', 'the timeline names recipients and versions, and transfers add to it'],
  ['transfers', 'downloads', 'a transfer is listed with what was downloaded of it'],
  ['transfers', 'extension', 'a transfer is listed with the requests for more time'],
  ['transfers', 'profile', 'a link shows the picture of its sender, and the end of an account deletes its transfers'],
]
