import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileMailer, prepareFileMailer } from './file-mailer.ts'
import { MailRefused } from './mail.ts'
import { hostileMail, plainMail } from './test-mails.ts'

const config = { mailFrom: 'files@sampan.example', productName: 'Sampan' }
const at = new Date('2026-11-21T03:00:00.000Z')
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sampan-outbox-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const open = (now = at) => createFileMailer({ dir, config, clock: () => now })
const kept = async () => {
  const names = (await readdir(dir)).sort()
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(dir, name)))))
}

test('R39 a kept mail reads back whole, from our address and to be answered to the sender', async () => {
  const fileMailer = await open()
  await fileMailer.send({ ...plainMail, fromName: '李伟', subject: '您有 3 个文件', text: '你好\n', html: '<p>你好</p>' })
  const [mail] = await kept()
  expect(mail).toMatchObject({
    from: { name: '李伟 via Sampan', address: 'files@sampan.example' },
    to: [{ address: 'anna@example.com' }],
    replyTo: [{ address: 'li.wei@example.cn' }],
    subject: '您有 3 个文件',
    messageId: '<one@localhost>',
    date: at.toISOString(),
    text: '你好\n',
  })
  expect(mail?.html).toContain('<p>你好</p>')
  expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

test('INV7 the same Message-ID is kept once, also when sent at once or after a restart', async () => {
  const fileMailer = await open()
  await Promise.all([fileMailer.send(plainMail), fileMailer.send(plainMail)])
  await (await open()).send(plainMail)
  expect(await kept()).toHaveLength(1)
})

test('sorted names are the order of sending, over restarts and a clock that steps back', async () => {
  const fileMailer = await open()
  const sent = Array.from({ length: 12 }, (_, i) => ({ ...plainMail, messageId: `m${i}@localhost`, subject: `Mail ${i}` }))
  await Promise.all(sent.map((mail) => fileMailer.send(mail)))
  await (await open(new Date(at.getTime() - 60_000))).send({ ...plainMail, messageId: 'later@localhost', subject: 'Mail 12' })
  expect((await kept()).map((mail) => mail.subject)).toEqual(Array.from({ length: 13 }, (_, i) => `Mail ${i}`))
})

test('what a crash left unfinished is no mail and goes at the next start', async () => {
  await writeFile(join(dir, 'abc.part'), 'half')
  await prepareFileMailer(dir)
  await (await open()).send(plainMail)
  expect((await readdir(dir)).filter((name) => !name.endsWith('.eml'))).toEqual([])
})

test('R38 hostile names, subjects and ids add no header and no recipient', async () => {
  const fileMailer = await open()
  await fileMailer.send(hostileMail)
  const [mail] = await kept()
  expect(mail?.from?.address).toBe('files@sampan.example')
  expect(mail?.from?.name).toMatch(/ via Sampan$/)
  expect(mail?.to).toEqual([{ name: '', address: 'anna@example.com' }])
  expect(mail?.headers.map(({ key }) => key).sort()).toEqual(
    ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to'].sort(),
  )
})

test.each([
  '"a@evil x"@good',
  'a@evil.com, b@evil.com',
  'a@evil.com\r\nBcc: b@evil.com',
  'Group: a@evil.com;',
  `${'('.repeat(10_000)}a@evil.com`,
])('R38 %j is no recipient', async (to) => {
  const fileMailer = await open()
  await expect(async () => fileMailer.send({ ...plainMail, to })).rejects.toThrow(MailRefused)
  expect(await kept()).toEqual([])
})
