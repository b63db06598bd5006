/** The links to other languages are true ones: that one was chosen is all that is to be kept. */
import { languages } from '@sampan/contract/languages'
import { htmlLanguage, rememberLanguage } from '../lib/language.ts'

export function keepLanguage(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null
    const language = languages.find((each) => htmlLanguage(each) === link?.hreflang)
    if (language) rememberLanguage(language)
  })
}
