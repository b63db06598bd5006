/** Ports that count what goes through them, so that nobody who uses them has to. */
import { type Mailer, MailRefused } from '../adapters/mail/mail.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Metrics } from './metrics.ts'

export const observedMailer = (mailer: Mailer, metrics: Metrics): Mailer => ({
  close: () => mailer.close(),
  probe: () => mailer.probe(),
  send: async (mail) => {
    try {
      await mailer.send(mail)
      metrics.countBy('mails', 'sent')
    } catch (error) {
      metrics.countBy('mails', error instanceof MailRefused ? 'refused' : 'failed')
      throw error
    }
  },
})

export const observedStorage = (storage: Storage, metrics: Metrics): Storage => ({
  ...storage,
  writeAttempt: async (blob, offset, length, ...rest) => {
    const place = await storage.writeAttempt(blob, offset, length, ...rest)
    metrics.count('receivedBytes', length)
    return place
  },
})
