/** Mails that come back, as mail servers write them. */
type Report = { action?: string; status?: string; diagnostic?: string; head?: string; type?: string }

export const reportMail = ({
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 <li@example.cn>:\r\n    Recipient address rejected: User unknown',
  head = '',
  type = 'message/delivery-status',
}: Report = {}): Buffer =>
  Buffer.from(
    [
      'From: MAILER-DAEMON@mx.example.cn (Mail Delivery System)',
      'To: bounces@files.example.com',
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      ...(head ? [head] : []),
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"',
      '',
      '--=_b',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'I am sorry to have to inform you.',
      '',
      '--=_b',
      `Content-Type: ${type}`,
      '',
      'Reporting-MTA: dns; mx.example.cn',
      '',
      'Final-Recipient: rfc822; li@example.cn',
      `Action: ${action}`,
      `Status: ${status}`,
      ...(diagnostic ? [`Diagnostic-Code: ${diagnostic}`] : []),
      '',
      '--=_b',
      'Content-Type: message/rfc822',
      '',
      'Subject: You have 2 files',
      'Action: failed',
      '',
      'hello',
      '--=_b--',
      '',
    ].join('\r\n'),
  )

/** An answer of somebody who is away: no report. */
export const awayMail = Buffer.from(
  'From: li@example.cn\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nAction: failed\r\n',
)
