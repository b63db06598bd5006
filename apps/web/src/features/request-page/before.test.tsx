// @vitest-environment node
import type { SentFileView } from '@sampan/contract/routes/request-page'
import { request } from '@sampan/texts/languages/en/app/request'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Sent } from './before.tsx'

const i18n = await createI18n('en')
i18n.addResourceBundle('en', 'request', request)

test.each([
  ['that counts', { decision: 'received', isReplaced: false }, null, true],
  ['that was accepted', { decision: 'accepted', isReplaced: false }, null, false],
  ['that a later one has replaced', { decision: 'received', isReplaced: true }, request.replaced, true],
  ['that was sent back', { decision: 'rejected', isReplaced: false }, request.slot_rejected, false],
  ['that was sent back and replaced', { decision: 'rejected', isReplaced: true }, request.slot_rejected, false],
  ['of a server that does not say', {}, null, false],
] as const)('R2 a file %s says so, and offers to be taken back while nobody has decided', (_, of, word, mayTakeBack) => {
  const file: SentFileView = { path: 'invoice.pdf', size: 100, sentAt: 0, fileId: 'some', ...of }
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Sent file={file} onTakeBack={() => {}} />
    </I18nextProvider>,
  )
  expect([html.includes('<s>invoice.pdf</s>'), /<b>(.*?)<\/b>/.exec(html)?.[1] ?? null]).toEqual([word !== null, word])
  expect(html.includes(request.takeBack)).toBe(mayTakeBack)
})
