// @vitest-environment node
import { codeMaxTries } from '@sampan/contract/limits'
import { send } from '@sampan/texts/languages/en/app/send'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { newForm } from '../form/form.ts'
import { keepWaitingCode } from '../form/waiting-code.ts'
import { KeptDraftLine } from './kept-draft-line.tsx'

const i18n = await createI18n('en')
const [email, untilMs] = ['anna@b.uk', 1000]
const words = send.draftCode.replace('{{email}}', email)

test.each([
  ['while it lives', 999, 0, true],
  ['not when its time is over', 1000, 0, false],
  ['not after its tries', 999, codeMaxTries, false],
])('Q12 Q20 over a draft that came back it is said that the code still counts: %s', (_, nowMs, wrongTries, says) => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  keepWaitingCode(email, { untilMs, wrongTries }, nowMs)
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <KeptDraftLine form={{ ...newForm(email), codeFor: email }} dispatch={() => {}} />
      </QueryClientProvider>
    </I18nextProvider>,
  )
  vi.useRealTimers()
  expect(html.includes(words)).toBe(says)
})
