/** The texts of pages that are prerendered in every language come with their code. */
import { site } from '@sampan/texts/registry/site'
import { addTexts } from '../../lib/i18n.ts'

addTexts('site', site)
