/** A built server that runs as processes, with what the helpers of senders and readers ask of a test server. */
import { join } from 'node:path'
import { mailOf, readMails } from './read-mails.ts'
import type { TestServer } from './test-server.ts'

type Here = { url: string; dataDir: string }

/** Without the services, which are in other processes. */
export const asTestServer = (here: Here): TestServer =>
  ({
    url: here.url,
    mailsTo: (address) => readMails(join(here.dataDir, 'outbox'), address),
    mailTo: (address, which = 1) => mailOf(join(here.dataDir, 'outbox'), address, which),
  }) satisfies Partial<TestServer> as TestServer
