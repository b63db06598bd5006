/** A mail whose every text tries to become something else (R38), for the tests of both mailers. */
import type { Mail } from './mail.ts'

export const plainMail: Mail = {
  messageId: 'one@localhost',
  to: 'anna@example.com',
  fromName: 'Li Wei',
  replyTo: 'li.wei@example.cn',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello\n',
}

export const hostileMail: Mail = {
  ...plainMail,
  messageId: 'hostile@localhost>\r\nBcc: evil@example.com',
  fromName: `"a@evil x"@good, Group: b@evil.com;\r\nBcc: evil@example.com =?utf-8?q?x?= ${'('.repeat(10_000)}`,
  subject: 'Hi\r\nBcc: evil@example.com\r\n\r\n<script>\u2028X-Evil: 1\u0000',
}
