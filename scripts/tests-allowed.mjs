/** What test-rules.mjs would refuse and is right where it stands: [file, rule, reason]. An entry that is not needed is refused too. */
const server = 'apps/server/src'
const serverTests = 'apps/server/test'

export const allowedInTests = [
  [`${serverTests}/support/clock.ts`, 'system clock', 'the one place where the clock of tests is made'],
  [
    `${serverTests}/support/test-server.ts`,
    'sleep',
    'the pause between two looks of waitFor, which asks until there is an answer',
  ],
  ['apps/cli/src/testing/server.ts', 'sleep', 'the pause between two looks of until, which asks until there is an answer'],
  [
    'apps/cli/src/receive/receive.test.ts',
    'system clock',
    'ages of files, days from the limit: the command runs by the real clock',
  ],
  [`${serverTests}/support/s3/s3-double.ts`, 'system clock', 'the client signs by the clock of the system, and a store compares'],
  [`${serverTests}/support/forging-provider.ts`, 'system clock', 'a provider signs by its own clock, and the library compares'],
  ['apps/web/src/features/quick-send/form/readiness.test.ts', 'system clock', 'any day that is not over: tomorrow'],
  ['apps/web/src/features/quick-send/form/kept-draft-left.test.ts', 'system clock', 'a draft of now, kept for a day'],
  ['e2e/journey.ts', 'system clock', 'tells addresses of several runs apart; nothing is compared with it'],
  ['e2e/journeys/analytics.spec.ts', 'system clock', 'the page shows the days until today, by the clock of the built server'],
  ['e2e/journeys/welcomeback.spec.ts', 'system clock', 'hours ago in the page’s own storage; the page reads the real clock'],
  ['e2e/journeys/settings.spec.ts', 'sleep', 'the page’s next task: no time passes'],
  ['e2e/journeys/analytics.spec.ts', 'own limit', 'of one try among many: toPass tries again'],
  [
    'e2e/journeys/draft.spec.ts',
    'network rest',
    'what comes before the line is cut leaves no mark on the page; without it another message is shown',
  ],
  ['scripts/fault-proxy.test.mjs', 'stopwatch', 'a line is slow by at least so much: load makes it only slower'],
  [`${server}/config/config.test.ts`, 'name of a host', 'the address that a server without settings names in its mails'],
  [`${server}/features/accounts/sessions.test.ts`, 'name of a host', 'a header: nobody looks the name up'],
  [`${server}/features/accounts/foreign-pages.test.ts`, 'name of a host', 'a header: nobody looks the name up'],
  [`${server}/features/outbox/outbox.test.ts`, 'name of a host', 'a header: nobody looks the name up'],
  [`${server}/features/webhooks/webhooks-tries.test.ts`, 'name of a host', 'a name that leads to this machine, and must not'],
  ['e2e/journeys/foreign-page.spec.ts', 'name of a host', 'needs two names of this machine, one of another site'],
  ['e2e/journeys/passkeys.spec.ts', 'name of a host', 'browsers bind passkeys to a name, and refuse them at an address'],
  ['e2e/journeys/passkey-sign-up.spec.ts', 'name of a host', 'browsers bind passkeys to a name, and refuse them at an address'],
  [`${server}/adapters/payments/payments.conformance.ts`, 'skip', 'a real provider’s time and banks are out of reach'],
  [`${server}/adapters/payments/stripe-itself.long.test.ts`, 'skip', 'asks Stripe, with a key that only its owner has'],
  [`${server}/adapters/storage/s3/s3.long.test.ts`, 'skip', 'needs Ceph, and root to run it; says so in its title'],
  [`${serverTests}/faults/move-store.long.test.ts`, 'skip', 'needs Ceph, and root to run it; says so in its title'],
  [`${serverTests}/faults/crash-at-call.long.test.ts`, 'skip', 'needs strace and the right to trace; says so in its title'],
  [`${serverTests}/faults/flush-order.long.test.ts`, 'skip', 'needs strace and the right to trace; says so in its title'],
  [`${serverTests}/faults/disk-trouble.long.test.ts`, 'skip', 'needs the right to mount; says so in its title'],
  [`${server}/process/clock.long.test.ts`, 'skip', 'needs faketime; says so in its title'],
]
