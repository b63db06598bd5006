/** Mails by a mail server. */
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import { type Mailer, MailRefused } from './mail.ts'
import { type MailConfig, messageOf } from './message.ts'

type SmtpError = Error & { responseCode?: number; response?: string; command?: string }

const waitMs = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }
const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA']
/** "Authenticate first" and the like: the operator's trouble, though the server says it for good. */
const aboutTheLogIn = [530, 534, 535, 538]

/** A 5xx to this mail is the server's last word; one to the log-in or the greeting is for the operator to mend. */
function refusal(error: SmtpError): MailRefused | null {
  const { responseCode = 0, command = '' } = error
  if (responseCode < 500 || aboutTheLogIn.includes(responseCode) || !aboutTheMail.includes(command)) return null
  return new MailRefused((error.response ?? error.message).slice(0, 300))
}

async function attempt(send: (message: SendMailOptions) => Promise<unknown>, message: SendMailOptions): Promise<void> {
  try {
    await send(message)
  } catch (error) {
    throw refusal(error as SmtpError) ?? error
  }
}

export function createSmtpMailer(config: MailConfig & Pick<Config, 'smtpUrl'>, clock: () => Date): Mailer {
  const transport = createTransport({ url: config.smtpUrl ?? '', pool: true, maxConnections: 4, ...waitMs })
  return {
    send: async (mail) => attempt((message) => transport.sendMail(message), messageOf(mail, config, clock())),
    probe: async () => void (await transport.verify()),
    close: async () => transport.close(),
  }
}
