/** What went wrong, in the page's language: the catalogue's sentence for a Problem, or that no answer came. */
import { Problem } from '@sampan/contract/errors'
import { errorText, fieldText } from '@sampan/texts/errors'
import { useTranslation } from 'react-i18next'
import { useLanguage } from './i18n.ts'

export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation('send')
  const language = useLanguage()
  return (error) => {
    if (!(error instanceof Problem)) return t('offline')
    // Its window was closed by whoever reads this: they know.
    if (error.code === 'proofNeeded') return ''
    // That a field is not valid says less than an error of its own.
    const isVague = (code: string) => code === 'invalid' && error.code !== 'invalidInput'
    const refused = Object.values(error.fields ?? {}).find((code) => !isVague(code))
    if (refused) return fieldText(refused, language)
    const wait = error.retryAfterSeconds !== undefined && { waitSeconds: error.retryAfterSeconds }
    return errorText(error.code, { ...error.details, ...wait }, language)
  }
}
