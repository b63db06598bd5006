/** Whose each table is, and who else reads it, and why. table-rules.mjs holds the queries against it. */

const tables = {
  accounts: ['users', 'passwordResets', 'sessions', 'deviceRequests'],
  analytics: ['downloadEvents', 'downloadDays', 'transferWeeks', 'recipientWeeks', 'storageDays'],
  billing: ['subscriptions', 'usedTrials', 'paymentEvents', 'purchases', 'sandboxCustomers'],
  licences: ['licenceCodes'],
  contacts: ['contacts', 'contactGroups', 'contactGroupMembers'],
  devices: ['apiTokens'],
  downloads: ['downloadSessions', 'downloadPlaces', 'downloadNotices', 'downloadDigests', 'selections'],
  timeline: ['transferEvents'],
  feedback: ['feedbacks', 'feedbackAsks'],
  notifications: ['notifications'],
  owners: ['owners', 'monthCounts'],
  profile: ['pictures', 'accountExports', 'logos'],
  extension: ['timeRequests'],
  refusals: ['mailRefusals'],
  reports: ['abuseReports'],
  transfers: ['transfers', 'transferFiles', 'transferVersions', 'recipients', 'endedLinks', 'transferTexts'],
  uploads: ['slugs', 'uploads', 'blobs', 'attempts', 'lostContainers', 'files'],
  verification: ['verifications', 'verifiedAddresses'],
  /** Through functions of db/, for all. */
  db: ['rateHits', 'installation'],
}

export const tableHomes = Object.fromEntries(
  Object.entries(tables).flatMap(([feature, names]) => names.map((name) => [name, feature])),
)

/** Who reads what belongs to others, together with what is theirs: a join is one question to the database, calls would be thousands. */
const reading = [
  [
    'accounts',
    ['licenceCodes', 'pictures'],
    'a sign-up makes the owner, and a session shows the role and the picture that go with it',
  ],
  ['analytics', ['transfers'], 'counts what was sent and downloaded in one statement'],
  ['billing', ['users', 'licenceCodes'], 'a purchase changes the role and the status of its owner, and mails go to the account'],
  ['contacts', ['transfers', 'recipients'], 'suggestions are what was sent before, and the plan is its owner’s'],
  ['devices', ['users', 'sessions'], 'a device is confirmed by an account'],
  [
    'downloads',
    ['users', 'downloadEvents', 'transfers', 'transferFiles', 'transferVersions', 'recipients', 'files'],
    'a download reads what it brings and counts it in one statement',
  ],
  ['extension', ['transfers'], 'more time is given to a transfer, by the plan of its owner'],
  ['feedback', ['users'], 'who is asked and what for'],
  ['licences', ['users'], 'codes give a role to an owner'],
  ['notifications', ['transfers'], 'a notification is worded by its transfer'],
  ['operation', ['uploads'], 'gauges count over everything'],
  [
    'profile',
    [
      'users',
      'sessions',
      'subscriptions',
      'licenceCodes',
      'contacts',
      'contactGroups',
      'contactGroupMembers',
      'apiTokens',
      'downloadEvents',
      'transferEvents',
      'feedbacks',
      'feedbackAsks',
      'notifications',
      'timeRequests',
      'transfers',
      'transferFiles',
      'transferVersions',
      'recipients',
      'files',
      'uploads',
    ],
    'the copy of one’s data and its deletion go over everything that an account has',
  ],
  [
    'receipts',
    [
      'downloadSessions',
      'downloadEvents',
      'transfers',
      'transferFiles',
      'transferVersions',
      'recipients',
      'selections',
      'blobs',
      'files',
    ],
    'a receipt is what the others have recorded',
  ],
  ['reports', ['transfers', 'transferFiles'], 'a report names the transfer and its files'],
  [
    'scanning',
    ['downloadSessions', 'transfers', 'transferFiles', 'recipients', 'uploads', 'files'],
    'what is infected is kept from whoever would download it',
  ],
  ['settings', ['users'], 'settings stand in the account’s and the owner’s rows'],
  [
    'timeline',
    ['downloadEvents', 'transfers', 'recipients', 'transferVersions', 'selections', 'files'],
    'the story of a transfer is what the others have recorded',
  ],
  [
    'transfers',
    [
      'downloadSessions',
      'uploads',
      'downloadEvents',
      'downloadPlaces',
      'timeRequests',
      'blobs',
      'files',
      'users',
      'pictures',
      'rateHits',
      'selections',
      'transferEvents',
    ],
    'a transfer is shown with its files, downloads and questions in one statement',
  ],
  ['uploads', ['transfers', 'transferFiles', 'users'], 'an upload reserves what its owner may keep, and ends with its transfer'],
]

/** [feature, table, reason] */
export const readers = reading.flatMap(([feature, names, reason]) => names.map((name) => [feature, name, reason]))
