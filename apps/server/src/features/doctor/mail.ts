/** Mail as the doctor sees it: the server that takes it, and what the name servers tell those who get it. */
import { randomUUID } from 'node:crypto'
import { isLocalOrigin } from '../../config/local-origin.ts'
import { originOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { bad, type Finding, good, note, saysOf } from './finding.ts'

type Needs = Pick<Services, 'mailer' | 'dns' | 'config'>

const domainOf = (address: string): string => address.replace(/^.*@/, '').replace(/>.*$/, '').trim().toLowerCase()

async function textOf({ dns }: Needs, name: string, begin: string): Promise<string | null | undefined> {
  const answer = await dns.ask('TXT', name)
  return answer && (answer.values.find((value) => value.toLowerCase().startsWith(begin)) ?? undefined)
}

/** `to`: where a mail is really sent. */
export async function lookAtMail(needs: Needs, to: string | undefined): Promise<Finding[]> {
  const { config, mailer } = needs
  if (!config.smtpUrl)
    return [
      isLocalOrigin(originOf(config))
        ? note('mail', 'mailKept', 'SMTP_URL=smtp://…')
        : bad('mail', 'mailNone', 'SMTP_URL=smtp://…'),
    ]
  try {
    await mailer.probe()
  } catch (error) {
    return [bad('mail', ['mailRefused', { error: saysOf(error) }], 'SMTP_URL=smtp://user:password@host:port')]
  }
  const found = [good('mail', 'mailGood'), ...(await lookAtDomain(needs))]
  return to ? [...found, await deliver(needs, to)] : found
}

async function lookAtDomain(needs: Needs): Promise<Finding[]> {
  const domain = domainOf(needs.config.mailFrom)
  if (!domain.includes('.')) return [bad('mail', ['mailFromBad', { from: needs.config.mailFrom }], 'MAIL_FROM=files@your-domain')]
  const [spf, dmarc] = [await textOf(needs, domain, 'v=spf1'), await textOf(needs, `_dmarc.${domain}`, 'v=dmarc1')]
  if (spf === null || dmarc === null) return [note('mail', ['dnsSilent', { domain }], 'DNS_SERVERS=…')]
  return [
    spf ? good('mail', ['spfGood', { domain, spf }]) : bad('mail', ['spfNone', { domain }], `${domain}. TXT "v=spf1 mx -all"`),
    dmarc
      ? good('mail', ['dmarcGood', { domain, dmarc }])
      : bad('mail', ['dmarcNone', { domain }], `_dmarc.${domain}. TXT "v=DMARC1; p=none; rua=mailto:postmaster@${domain}"`),
    note('mail', 'dkim'),
  ]
}

async function deliver({ mailer, config }: Needs, to: string): Promise<Finding> {
  const text = `${originOf(config)} can send mails. Its headers say what your mail server makes of them: look for spf=pass, dkim=pass and dmarc=pass.`
  try {
    await mailer.send({
      messageId: randomUUID(),
      to,
      fromName: config.productName,
      subject: `${config.productName}: a mail from the doctor`,
      text,
      html: `<p>${text}</p>`,
    })
    return good('mail', ['mailHandedOver', { to }])
  } catch (error) {
    return bad('mail', ['mailToRefused', { to, error: saysOf(error) }])
  }
}
