import { Problem } from '@sampan/contract/errors'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { SendingFailed } from '../../../product/sending/sending-failed.tsx'
import { mayResume } from './kept-words.ts'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
const week = 'You can resume this transfer within 7 days.'
const noAnswer = new TypeError('Failed to fetch')

test.each([
  ['en', 'uploading', new Problem('unavailable'), 'cancelled', week, true],
  ['en', 'uploading', noAnswer, 'cancelledUnverified', 'You can resume this transfer within 1 hour.', true],
  ['en', 'publishing', noAnswer, 'cancelled', week, true],
  ['zh', 'uploading', noAnswer, 'cancelled', '7 天', true],
  ['en', 'uploading', new Problem('uploadNotFound'), 'cancelled', week, false],
  ['en', 'publishing', new Problem('unavailable'), 'cancelled', week, false],
] as const)(
  'U5 %s, stopped while %s by %s: until when it can be taken up again (%#)',
  (language, stage, error, kept, words, says) => {
    const failure = { stage, error }
    const html = renderToStaticMarkup(
      <I18nextProvider i18n={i18ns[language]}>
        <SendingFailed failure={failure} kept={mayResume(failure) ? i18ns[language].t(`send:${kept}`) : null} />
      </I18nextProvider>,
    )
    expect(html.includes(words)).toBe(says)
  },
)
