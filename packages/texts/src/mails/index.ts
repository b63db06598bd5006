/** The sentences of mails by language. */
import type { Language } from '@sampan/contract/paths'
import { en, type MailTexts } from './en.ts'
import { zh } from './zh.ts'

export const mailTexts = (language: Language): MailTexts => (language === 'zh' ? zh : en)
