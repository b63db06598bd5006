/** A mail as nodemailer takes it, the same for every transport. Nothing in it can add a header, a recipient or an attachment. */
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import { type Mail, MailRefused } from './mail.ts'

export type MailConfig = Pick<Config, 'mailFrom' | 'productName'>

const headerMaxChars = 200
// Line ends of every kind end a header; bidi controls would let a name pose as another.
const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

const oneLine = (text: string): string =>
  [
    ...text
      .slice(0, headerMaxChars * 4)
      .replace(unprintable, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
  ]
    .slice(0, headerMaxChars)
    .join('')

const fromName = (name: string, productName: string): string => {
  const person = oneLine(name)
  return person && person !== productName ? `${person} via ${productName}` : productName
}

const address = (email: string): { name: string; address: string } => {
  if (!isEmail(normalizeEmail(email))) throw new MailRefused('This is not an email address.')
  return { name: '', address: email }
}

/** Throws MailRefused where an address is none: no mail server is asked to make sense of it. */
export function messageOf(mail: Mail, config: MailConfig, date: Date): SendMailOptions {
  const to = address(mail.to)
  return {
    messageId: `<${mail.messageId.replace(/[^\w.@-]/g, '')}>`,
    date,
    // At their own domain nobody writes by way of somebody else.
    from: mail.from
      ? { name: oneLine(mail.fromName), address: address(mail.from.address).address }
      : { name: fromName(mail.fromName, oneLine(config.productName)), address: config.mailFrom },
    ...(mail.from && { dkim: mail.from.dkim }),
    to,
    ...(mail.replyTo && { replyTo: address(mail.replyTo) }),
    envelope: { from: mail.returnTo ? address(mail.returnTo).address : config.mailFrom, to: [mail.to] },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe && {
        // In one line: programs that do not fold a long address back together could not use it.
        'List-Unsubscribe': { prepared: true, value: `<${new URL(mail.unsubscribe).href}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
