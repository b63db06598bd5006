// @vitest-environment node
import type { PageSlot, RequestView } from '@sampan/contract/routes/request-page'
import { request } from '@sampan/texts/languages/en/app/request'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { RequestHead } from './request-head.tsx'

const i18n = await createI18n('en')
i18n.addResourceBundle('en', 'request', request)
const view = {
  state: 'open',
  requester: { name: 'Anna Berg', company: 'Berg Trading', email: 'anna@example.com', profilePic: '', logoPic: '' },
  title: '',
  message: '',
  dueAt: null,
  endsAt: null,
  accept: [],
  maxFileBytes: null,
  maxTotalBytes: 1000,
  maxFiles: 5,
  submissionsLeft: null,
} as unknown as RequestView
const slot = (isOpen: boolean) => ({ isOpen }) as PageSlot

test.each([
  ['some', [slot(true), slot(false)], true],
  ['none', [slot(true), slot(true)], false],
])(
  'R2 a request that takes only what it sent back says so, and no dot stands for a day it has not: %s is closed',
  (_, documents, says) => {
    const html = renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <RequestHead view={{ ...view, documents }} />
      </I18nextProvider>,
    )
    expect(html.includes(request.onlySentBack)).toBe(says)
    // One between address and company, one in what is taken.
    expect(html.split(' · ')).toHaveLength(3)
  },
)
