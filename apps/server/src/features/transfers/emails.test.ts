import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startValues } from '@sampan/contract/rules/sender-values'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { createFileMailer } from '../../adapters/mail/file-mailer.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import { confirmationMail, downloadMail, type RecipientMail, recipientMail } from './emails.tsx'
import { joinedMail } from './joined-email.tsx'

const at = new Date('2026-11-28T09:30:00Z')
const link = 'http://127.0.0.1:3000/d/a1B2c3D/0123456789abcdefABCDEF'
const common = { language: 'en', productName: 'Sampan' } as const
const recipient: RecipientMail = {
  ...common,
  senderEmail: 'li.wei@example.cn',
  senderName: 'Li Wei',
  company: 'Harbour',
  ...startValues,
  message: 'Hello',
  files: ['a.pdf', 'b/c.txt', 'd', 'e', 'f', 'g', 'h'].map((path, i) => ({ path, size: 1000 * (i + 1) })),
  fileCount: 7,
  totalBytes: 28_000,
  expiresAt: at,
  neverExpires: false,
  link,
  hasPassword: false,
  refuseLink: 'http://127.0.0.1:3000/unsubscribe/abc',
}
const confirmation = {
  ...common,
  recipients: ['anna@example.com', 'ben@example.com'],
  fileCount: 2,
  totalBytes: 5_000_000,
  expiresAt: at,
  fileName: 'a.pdf',
  title: 'Autumn catalogue',
  files: [
    { path: 'a.pdf', size: 4_000_000 },
    { path: 'RecordedVideo-1.mp4', size: 1_000_000, media: 'video' as const },
  ],
  message: 'Hello',
  link: null,
  neverExpires: false,
  isNotified: true,
  isFromAccount: false,
  senderLink: 'https://files.example.com/manage/abcdefg/token',
}
const download = {
  ...common,
  who: 'anna@example.com',
  at,
  what: { fileName: 'a.pdf', fileCount: 3, totalBytes: 5_000_000, isEverything: true },
  transferName: 'Autumn catalogue',
  where: { countryCode: 'CN', city: '' },
  geoCredit: null,
  senderLink: 'https://files.example.com/dash/transfers/abcdefg',
}
const shown = (mail: RenderedMail): string => mail.text.replaceAll('\u200b', '')

async function throughMime(mail: RenderedMail) {
  const dir = mkdtempSync(join(tmpdir(), 'sampan-mail-'))
  try {
    const config = { mailFrom: 'files@sampan.example', productName: 'Sampan' }
    const fileMailer = await createFileMailer({ dir, config, clock: () => at })
    await fileMailer.send({ ...mail, messageId: 'x@localhost', to: 'anna@example.com', fromName: 'Li Wei' })
    const [name] = await readdir(dir)
    return await PostalMime.parse(await readFile(join(dir, name ?? '')))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

test('the recipient reads who sent what, until when, and has the link on a line of its own', async () => {
  const mail = await recipientMail(recipient)
  expect(mail.subject).toBe('Li Wei (Harbour) sent you 7 files')
  const lines = shown(mail).split('\n')
  expect(lines).toContain(link)
  expect(lines).toContain('li.wei@example.cn')
  expect(lines).toContain('7 files, 28 KB')
  expect(lines).toContain('b/c.txt · 2 KB')
  expect(lines).toContain('and 2 more files')
  expect(lines).toContain('Available until November 28, 2026 at 9:30 AM UTC')
  expect(shown(mail)).not.toContain('\ng ·')
  expect(mail.html.split(`href="${link}"`)).toHaveLength(3)
})

test('D6 how often it can be downloaded is told in the mail, and that it is by all together', async () => {
  const mail = await recipientMail({ ...recipient, downloadLimit: 1 })
  expect(shown(mail)).toContain('It can be downloaded once in all: everybody who got it counts together.')
  expect(shown(await recipientMail({ ...recipient, downloadLimit: 3, language: 'zh' }))).toContain('所有收件人合计可下载 3 次')
  expect(shown(await recipientMail(recipient))).not.toContain('can be downloaded')
})

test('I1 a Chinese mail says until when by the clock of Beijing, and by UTC', async () => {
  const mail = await recipientMail({ ...recipient, language: 'zh' })
  expect(shown(mail)).toContain('2026年11月28日 17:30 北京时间（09:30 UTC）')
})

test('one file, and T9 a title, is named in the subject; a link without end says so; without a name the address stands', async () => {
  const files = [{ path: 'b/c.txt', size: 1 }]
  const mail = await recipientMail({ ...recipient, files, fileCount: 1, senderName: null, neverExpires: true, message: ' ' })
  expect(mail.subject).toBe('li.wei@example.cn sent you “c.txt”')
  expect(mail.text).toContain('This link does not expire')
  expect(mail.text).not.toContain('UTC')
  expect(mail.text).not.toContain('Message')
  const titled = await recipientMail({ ...recipient, files, fileCount: 1, title: 'Autumn catalogue' })
  expect(titled.subject).toBe('Li Wei (Harbour) sent you “Autumn catalogue”')
  expect(shown(titled).split('\n')).toContain('Autumn catalogue')
})

test.each([
  ['en', 'You need a password, which the sender gives you.'],
  ['zh', '打开链接需要密码，密码由发件人提供。'],
] as const)('Q11 in %s the recipient is told of a password, where there is one', async (language, sentence) => {
  expect(shown(await recipientMail({ ...recipient, language, hasPassword: true })).split('\n')).toContain(sentence)
  expect(shown(await recipientMail({ ...recipient, language }))).not.toMatch(/password|密码/)
})

test.each([
  ['en', 'The sender is told when you download.', 'The sender can see when files were downloaded.'],
  ['zh', '您下载后，发件人会收到通知。', '发件人可以看到文件的下载时间。'],
] as const)('D5 in %s the recipient reads of a notice only where the sender gets one', async (language, notified, seen) => {
  const loud = shown(await recipientMail({ ...recipient, language }))
  const silent = shown(await recipientMail({ ...recipient, language, notifyOnDownload: false }))
  expect([loud.includes(notified), loud.includes(seen)]).toEqual([true, false])
  expect([silent.includes(notified), silent.includes(seen)]).toEqual([false, true])
})

test('R29 R32 R41 what people wrote stays text: no markup, no link', async () => {
  const hostile = '<script>alert(1)</script> <a href="https://evil.example">https://evil.example/x</a> www.evil.com {{7*7}}'
  const mail = await recipientMail({
    ...recipient,
    senderName: hostile,
    company: hostile,
    title: hostile,
    message: hostile,
    files: [{ path: hostile, size: 1 }],
    fileCount: 2,
  })
  expect(mail.html).not.toContain('<script')
  expect(mail.html).not.toContain('<img')
  const { refuseLink } = recipient
  expect([...mail.html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])).toEqual([link, link, refuseLink])
  const body = mail.html.slice(mail.html.indexOf('<h1'))
  expect(body).not.toMatch(/https:\/\/evil|evil\.example|evil\.com/)
  expect(mail.text).not.toMatch(/https:\/\/evil|evil\.example|evil\.com/)
  expect(shown(mail)).toContain('{{7*7}}')

  const item = { ...recipient, key: '1', fileName: hostile, senderName: hostile, company: hostile, title: hostile }
  const joined = joinedMail({ ...common, items: [item, { ...item, key: '2' }], refuseLink })
  expect(joined.html).not.toContain('<script')
  expect([...joined.html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])).toEqual([link, link, refuseLink])
  for (const part of [joined.html.slice(joined.html.indexOf('<h1')), joined.text])
    expect(part).not.toMatch(/https:\/\/evil|evil\.example|evil\.com/)
})

test('T10 the button and the end of the link stand before the files, and each file tells of what kind it is', async () => {
  const files = [...recipient.files.slice(0, 2), { path: 'Voice-1.webm', size: 3000, media: 'voice' as const }]
  const mail = await recipientMail({ ...recipient, files })
  const inOrder = [link, 'Available until', 'a.pdf', 'Voice memo'].map((word) => shown(mail).indexOf(word))
  expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))
  expect(inOrder).not.toContain(-1)
  expect(shown(mail)).not.toContain('Voice-1.webm')
  expect(mail.html).toContain('📄')
  expect(mail.html).toContain('🎤')
  expect(shown(mail)).not.toContain('📄')
  const toSender = shown(await confirmationMail(confirmation))
  for (const words of ['Autumn catalogue', 'a.pdf · 4 MB', 'Video message · 1 MB']) expect(toSender).toContain(words)
})

test('the sender is told to whom it goes, and gets no link of theirs', async () => {
  const mail = await confirmationMail(confirmation)
  expect(mail.subject).toBe('Your files are on their way to anna@example.com and 1 other')
  expect(mail.text).toContain('anna@example.com\nben@example.com')
  expect(mail.text).toContain('They can download until November 28, 2026 at 9:30 AM UTC.')
  expect(mail.html.match(/href="[^"]*"/g)).toEqual(Array(2).fill(`href="${confirmation.senderLink}"`))
  const many = await confirmationMail({ ...confirmation, recipients: Array.from({ length: 12 }, (_, i) => `p${i}@example.com`) })
  expect(many.text).toContain('and 2 more people')
})

test('Q24 the sender reads what they call it', async () => {
  expect((await confirmationMail({ ...confirmation, title: 'Final artwork' })).text).toContain('Final artwork')
})

test('Q14 who asked for a link finds it in the mail, and is promised no notice that was turned off', async () => {
  const link = 'http://127.0.0.1:3000/w/a1B2c3D'
  const mail = await confirmationMail({ ...confirmation, recipients: [], link, isFromAccount: true })
  expect(mail.subject).toBe('Your link to 2 files is ready')
  expect(shown(mail).split('\n')).toContain(link)
  expect(mail.html.split(`href="${link}"`)).toHaveLength(3)
  expect(mail.text).toContain('It works until November 28, 2026 at 9:30 AM UTC.')
  expect(mail.text).toContain('We write to you when somebody downloads.')
  expect(mail.text).toContain('somebody else may be using your account')
  const silent = await confirmationMail({ ...confirmation, recipients: [], link, isNotified: false, neverExpires: true })
  expect(silent.text).not.toContain('We write to you')
  expect(silent.text).toContain('The download does not expire.')
  expect(silent.text).not.toContain('UTC')
})

test('D5 the sender learns when and by whom, and where the others stand', async () => {
  const mail = await downloadMail(download)
  expect(shown(mail).split('\n')).toContain(download.senderLink)
  expect(mail.subject).toBe('anna@example.com downloaded all 3 files')
  expect(mail.text).toContain('When: November 28, 2026 at 9:30 AM UTC')
  expect(mail.text).toContain('Transfer: Autumn catalogue')
  const byLink = await downloadMail({ ...download, who: null, what: { ...download.what, fileCount: 1 } })
  expect(byLink.subject).toBe('Someone with the link downloaded “a.pdf”')
  expect(byLink.text).toContain('By: someone with the link')
  const some = await downloadMail({ ...download, what: { ...download.what, isEverything: false } })
  expect(some.subject).toBe('anna@example.com downloaded 3 files')
})

test.each([
  ['en', 'CN', 'Shenzhen', 'Where: Shenzhen, China'],
  ['zh', 'CN', 'Shenzhen', '地点： 中国 Shenzhen'],
  ['en', 'DE', '', 'Where: Germany'],
  ['zh', 'DE', '', '地点： 德国'],
  ['en', null, '', undefined],
  ['zh', null, '', undefined],
  ['en', 'QQ', 'Nowhere', undefined],
] as const)('D5 I1 in %s a download in %s %s reads %s', async (language, countryCode, city, line) => {
  const geoCredit = { before: 'Places by DB-IP (', address: 'https://db-ip.com', after: ')' }
  const mail = await downloadMail({ ...download, language, where: { countryCode, city }, geoCredit })
  const lines = mail.text.split('\n')
  expect(lines.find((each) => /^(Where:|地点：)/.test(each))).toBe(line)
  expect(lines.includes('Places by DB-IP (https://db-ip.com)')).toBe(line !== undefined)
  expect(mail.html.includes('href="https://db-ip.com"')).toBe(line !== undefined)
})

test('D5 a credit without address is text; a city’s name makes no link', async () => {
  const geoCredit = { before: 'Places by us', address: '', after: '' }
  const mail = await downloadMail({ ...download, where: { countryCode: 'CN', city: 'www.evil.com' }, geoCredit })
  expect(mail.text).toContain('Places by us')
  expect(mail.html.match(/href="[^"]*"/g)).toEqual(Array(2).fill(`href="${download.senderLink}"`))
  expect(mail.text).not.toContain('evil.com')
})

test('I1 every mail is Chinese from end to end and survives MIME', async () => {
  const language = 'zh'
  const mails = [
    await recipientMail({ ...recipient, language, senderName: '李伟', company: null, message: '你好', hasPassword: true }),
    await confirmationMail({ ...confirmation, language }),
    await confirmationMail({ ...confirmation, recipients: [], link, isFromAccount: true, language }),
    await downloadMail({ ...download, language }),
  ]
  expect(mails.map((mail) => mail.subject)).toEqual([
    '李伟向您发送了 7 个文件',
    '您的文件正在发送给 anna@example.com 和另外 1 人',
    '您的链接已就绪（2 个文件）',
    'anna@example.com 下载了全部 3 个文件',
  ])
  for (const mail of mails) {
    const parsed = await throughMime(mail)
    expect(parsed.subject).toBe(mail.subject)
    expect(parsed.text?.trim()).toBe(mail.text.trim())
    expect(parsed.html?.trim()).toBe(mail.html.trim())
    expect(mail.html).toContain('lang="zh-CN"')
    expect(mail.text).toContain('2026年11月28日')
    const english = mail.text
      .replace(/\S*(?:@|:\/\/)\S*|Li Wei|Hello|Autumn catalogue|Sampan|UTC|[KMG]B/g, '')
      .match(/[A-Za-z]{4,}/g)
    expect(english).toBeNull()
  }
})
