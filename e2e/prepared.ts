/** A transfer that was sent already, for journeys that begin at the recipient. */
import { Browser, linkIn, type TestFile } from '../apps/server/test/support/sender.ts'
import type { TestServer } from '../apps/server/test/support/test-server.ts'
import { expect, someone } from './journey.ts'
import type { Server } from './server.ts'

export type Prepared = { sender: string; recipient: string; slug: string; link: string }

const textFile: TestFile = { path: 'note.txt', bytes: Buffer.from('hello') }

/** `more`: of the body of the sending. */
export async function prepareTransfer(
  server: Server,
  files: readonly TestFile[] = [textFile],
  message = '',
  more: Record<string, unknown> = {},
): Promise<Prepared> {
  const [senderEmail, recipient] = [someone('sender'), someone('reader')]
  const mailTo = async (address: string, nth = 1) => {
    await expect.poll(async () => (await server.mailsTo(address)).length, `mails to ${address}`).toBeGreaterThanOrEqual(nth)
    return (await server.mailsTo(address))[nth - 1]!
  }
  const browser = new Browser({ url: server.url, mailsTo: server.mailsTo, mailTo } as unknown as TestServer)
  const sent = await browser.send(files, { senderEmail, message, emailTo: [{ email: recipient }], ...more })
  expect(sent.status, JSON.stringify(sent.json)).toBe(200)
  return { sender: senderEmail, recipient, slug: sent.json.slug, link: linkIn(await mailTo(recipient)) }
}
