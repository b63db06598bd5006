/** The texts of the plans come with their code: the pricing page is prerendered in every language. */
import { plans } from '@sampan/texts/registry/plans'
import { addTexts } from '../../lib/i18n.ts'

addTexts('plans', plans)
