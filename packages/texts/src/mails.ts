/** The sentences of mails by language. */
import type { Language } from '@sampan/contract/paths'
import { mails } from './registry/mails.ts'

type MailTexts = (typeof mails)[Language]
export const mailTexts = (language: Language): MailTexts => mails[language]
