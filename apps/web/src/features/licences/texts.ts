/** The texts of licence codes come with their code: their page is prerendered in every language. */
import { licences } from '@sampan/texts/registry/licences'
import { addTexts } from '../../lib/i18n.ts'

addTexts('licences', licences)
