/** Statistics of time: a mail that was made to be slow to write. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFileMailer } from './file-mailer.ts'
import { hostileMail } from './test-mails.ts'

test('R38 hostile names, subjects and ids take no time', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sampan-outbox-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const config = { mailFrom: 'files@sampan.example', productName: 'Sampan' }
  const fileMailer = await createFileMailer({ dir, config, clock: () => new Date(0) })
  const before = process.cpuUsage()
  await fileMailer.send(hostileMail)
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})
