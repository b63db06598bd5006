/** Statistics of time: mails that were made to be slow to read. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readDeliveryReport } from './delivery-report.ts'
import { reportMail } from './test-reports.ts'

const deep = Buffer.from(
  Array.from({ length: 500 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join(''),
)
const long = reportMail({ diagnostic: `smtp; ${'('.repeat(200_000)}`, head: `X-A: ${' \r\n x'.repeat(50_000)}` })

test('R30 R38 mails of any shape do not take long to read', async () => {
  const begunAt = process.cpuUsage()
  for (const mail of [deep, long, randomBytes(900_000), Buffer.from('\r\n'.repeat(400_000))]) await readDeliveryReport(mail)
  expect(process.cpuUsage(begunAt).user / 1e6).toBeLessThan(30)
})
