import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Opening } from './record-line.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

test.each([
  ['en', 'voice', ['microphone', 'will ask', 'Cancel']],
  ['en', 'video', ['camera', 'will ask', 'Cancel']],
  ['zh', 'voice', ['麦克风', '询问', '取消']],
  ['zh', 'video', ['摄像头', '询问', '取消']],
] as const)(
  'Q9 Q10 %s: a press on %s is answered before what records is here, and can be taken back',
  (language, kind, words) => {
    const html = renderToStaticMarkup(
      <I18nextProvider i18n={i18ns[language]}>
        <Opening kind={kind} onCancel={() => {}} />
      </I18nextProvider>,
    )
    for (const word of words) expect(html).toContain(word)
  },
)
