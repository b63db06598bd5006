/** The texts of the plans come with their code: the pricing page is prerendered in both languages. */
import { plans as en } from '@sampan/texts/languages/en/app/plans'
import { plans as zh } from '@sampan/texts/languages/zh/app/plans'
import { addTexts } from '../../lib/i18n.ts'

addTexts('plans', { en, zh })
