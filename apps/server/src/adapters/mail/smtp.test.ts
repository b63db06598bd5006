import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { testClock } from '../../../test/support/clock.ts'
import { type Mailer, MailRefused } from './mail.ts'
import { createSmtpMailer } from './smtp.ts'
import { hostileMail, plainMail } from './test-mails.ts'

type Received = { from: string; to: string[]; mail: Email }
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const smtpError = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

async function startServer(options: SMTPServerOptions = {}): Promise<{ mailer: Mailer; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const { mailFrom, rcptTo } = session.envelope
      const mail = await PostalMime.parse(Buffer.concat(chunks))
      received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), mail })
      done()
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => new Promise((resolve) => server.close(() => resolve())))
  const mailer = startMailer((server.server.address() as AddressInfo).port)
  return { mailer, received }
}

function startMailer(port: number, logIn = ''): Mailer {
  const smtpUrl = `smtp://${logIn}127.0.0.1:${port}`
  const mailer = createSmtpMailer({ smtpUrl, mailFrom: 'files@sampan.example', productName: 'Sampan' }, testClock)
  open.push(() => mailer.close())
  return mailer
}

test('R38 R39 a mail server gets one mail for one recipient, from our address and to be answered to the sender; hostile texts change neither envelope nor headers', async () => {
  const { mailer, received } = await startServer()
  await mailer.send(hostileMail)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'files@sampan.example', to: ['anna@example.com'] })
  const keys = received[0]?.mail.headers.map(({ key }) => key) ?? []
  expect(keys).not.toContain('bcc')
  expect(keys).not.toContain('x-evil')
  expect(received[0]?.mail.from?.address).toBe('files@sampan.example')
  expect(received[0]?.mail.replyTo).toEqual([{ name: '', address: 'li.wei@example.cn' }])
})

test('R39 a product mail comes from the product alone', async () => {
  const { mailer, received } = await startServer()
  await mailer.send({ ...plainMail, fromName: 'Sampan' })
  expect(received[0]?.mail.from).toEqual({ name: 'Sampan', address: 'files@sampan.example' })
})

test.each([550, 552, 554])('R40 %i for the recipient is final and keeps the reason', async (code) => {
  const { mailer } = await startServer({ onRcptTo: (_, __, done) => done(smtpError(code, 'No such mailbox')) })
  const error = await mailer.send(plainMail).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(MailRefused)
  expect(error.message).toBe(`${code} No such mailbox`)
})

test('R40 550 after the text is final too', async () => {
  const onData: SMTPServerOptions['onData'] = (stream, _, done) => {
    stream.resume()
    stream.on('end', () => done(smtpError(550, 'Looks like spam')))
  }
  const { mailer } = await startServer({ onData })
  await expect(mailer.send(plainMail)).rejects.toThrow(MailRefused)
})

test('R40 451 is for a later try', async () => {
  const { mailer } = await startServer({ onRcptTo: (_, __, done) => done(smtpError(451, 'Greylisted')) })
  const error = await mailer.send(plainMail).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(MailRefused)
})

test('R40 a refused connection, greeting or log-in is for a later try: the operator mends it', async () => {
  const refused = await startServer({ onConnect: (_, done) => done(smtpError(554, 'Not today')) })
  const locked = await startServer({ authOptional: false })
  for (const mailer of [startMailer(1), refused.mailer, locked.mailer]) {
    const error = await mailer.send(plainMail).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRefused)
  }
})
