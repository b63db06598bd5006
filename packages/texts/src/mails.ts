/** The sentences of mails by language. */
import type { Language } from '@sampan/contract/paths'
import { mails as en, type MailTexts } from './languages/en/mails/index.ts'
import { mails as zh } from './languages/zh/mails/index.ts'

export const mailTexts = (language: Language): MailTexts => (language === 'zh' ? zh : en)
