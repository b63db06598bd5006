import { errorCatalogue, Problem } from '@sampan/contract/errors'
import { send } from '@sampan/texts/languages/en/app/send'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { chunks } from './chunks.ts'
import { ProblemLine } from './problem-line.tsx'

const i18n = await createI18n('en')
const shown = (problem: unknown) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <ProblemLine problem={problem} />
    </I18nextProvider>,
  )

test('W6 that the server does not answer is said without loading anything', () => {
  expect(chunks.problemWords.peek()).toBeNull()
  for (const problem of [new TypeError('Failed to fetch dynamically imported module'), new Error('No answer')])
    expect(shown(problem)).toBe(send.offline)
  expect(chunks.problemWords.peek()).toBeNull()
})

test('W6 a refusal has its own words once they are here', async () => {
  const problem = new Problem('codeWrong')
  expect(shown(problem)).toBe('')
  vi.stubGlobal('fetch', async () => new Response())
  await chunks.problemWords.load()
  expect(shown(problem)).toBe(errorCatalogue.codeWrong.text)
})
