import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readDeliveryReport } from './delivery-report.ts'
import { reportMost } from './mail-parts.ts'
import { awayMail, reportMail } from './test-reports.ts'

test('T10 a report says what became of the mail and why, in one line', async () => {
  expect(await readDeliveryReport(reportMail())).toEqual({
    action: 'failed',
    reason: '550 5.1.1 <li@example.cn>: Recipient address rejected: User unknown',
  })
  expect(
    await readDeliveryReport(reportMail({ action: 'Delayed', status: '4.2.2', diagnostic: 'X-Unix; mailbox full' })),
  ).toEqual({
    action: 'delayed',
    reason: 'mailbox full',
  })
  expect(await readDeliveryReport(reportMail({ diagnostic: '', type: 'message/global-delivery-status' }))).toEqual({
    action: 'failed',
    reason: '5.1.1',
  })
})

test('T10 any other mail is none: an answer, a success, a report of another kind, nothing', async () => {
  for (const action of ['delivered', 'relayed', 'expanded', '', 'failed!'])
    expect(await readDeliveryReport(reportMail({ action })), action).toBeNull()
  for (const mail of [
    awayMail,
    Buffer.alloc(0),
    reportMail({ type: 'text/plain' }),
    reportMail({ type: 'message/disposition-notification' }),
  ])
    expect(await readDeliveryReport(mail)).toBeNull()
})

test('R30 R38 mails of any shape do not break the reading', async () => {
  const whole = reportMail()
  const spoiled = Array.from({ length: 1000 }, (_, i) => {
    const copy = Buffer.from(whole)
    const from = (i * 7919) % copy.length
    randomBytes(1 + (i % 40)).copy(copy, from)
    return i % 3 ? copy.subarray(0, 1 + ((i * 31) % copy.length)) : copy
  })
  const deep = Buffer.from(
    Array.from({ length: 500 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join(''),
  )
  const long = reportMail({ diagnostic: `smtp; ${'('.repeat(200_000)}`, head: `X-A: ${' \r\n x'.repeat(50_000)}` })
  for (const mail of [...spoiled, deep, long, randomBytes(900_000), Buffer.from('\r\n'.repeat(400_000))]) {
    const report = await readDeliveryReport(mail)
    expect(report === null || report.reason.length <= 500).toBe(true)
    if (report) expect(report.reason).not.toMatch(/\p{Cc}/u)
  }
})

/** Empty parts in front of the report. */
const behind = (parts: number): Buffer => {
  const whole = reportMail().toString()
  const at = whole.indexOf('--=_b')
  return Buffer.from(whole.slice(0, at) + '--=_b\r\n'.repeat(parts) + whole.slice(at))
}

test('R49 R38 of a mail made of parts a few are looked at, however many there are', async () => {
  const failed = { action: 'failed', reason: expect.stringContaining('User unknown') }
  expect(await readDeliveryReport(behind(10))).toEqual(failed)
  for (const parts of [30, 10_000]) expect(await readDeliveryReport(behind(parts)), String(parts)).toBeNull()
  const late = reportMail({ head: `X-A: ${'x'.repeat(reportMost.bytes)}` })
  expect(await readDeliveryReport(late)).toBeNull()
})

const within = (levels: number): Buffer => {
  const open = Array.from({ length: levels }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`)
  return Buffer.concat([Buffer.from(open.join('')), reportMail()])
}

test('T10 a report is read as mail servers write it: within another mail, encoded, with the boundary unquoted or first', async () => {
  const plain = reportMail().toString()
  const [, head = '', status = ''] = /^([\s\S]*)(Reporting-MTA[\s\S]*?)\r\n--=_b/.exec(plain) ?? []
  const encoded = (encoding: string, text: string) =>
    `${head.replace(/\r\n\r\n$/, `\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`)}${text}\r\n--=_b--\r\n`
  const mails = [
    within(2),
    encoded('base64', Buffer.from(status).toString('base64')),
    encoded('quoted-printable', status.replace('User unknown', 'User=20un=\r\nknown')),
    plain.replace('report-type=delivery-status; boundary="=_b"', 'boundary==_b; report-type=delivery-status'),
    plain.replaceAll('\r\n', '\n'),
  ]
  for (const mail of mails) expect((await readDeliveryReport(Buffer.from(mail)))?.reason).toContain('User unknown')
  expect(await readDeliveryReport(within(12))).toBeNull()
})
