/** The texts of licence codes come with their code: their page is prerendered in both languages. */
import { licences as en } from '@sampan/texts/languages/en/app/licences'
import { licences as zh } from '@sampan/texts/languages/zh/app/licences'
import { addTexts } from '../../lib/i18n.ts'

addTexts('licences', { en, zh })
