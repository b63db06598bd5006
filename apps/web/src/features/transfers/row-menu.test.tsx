import type { Action } from '@sampan/contract/permissions'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { dash as en } from '@sampan/texts/languages/en/app/dash'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { useRowEntries } from './row-menu.tsx'
import type { TransferActions } from './use-transfer-actions.ts'

const i18n = await createI18n('en')
i18n.addResourceBundle('en', 'dash', en)

const actions = { pending: new Set() } as unknown as TransferActions
const reads: Action[] = ['read', 'open']

function Entries({ of }: { of: Partial<TransferRecord> }) {
  const row = { slug: 'Ab3dE6g', status: 'active', sendAs: 'link', isLinkOpen: true, receivedBy: null, ...of } as TransferRecord
  return useRowEntries({ row, actions }).map(({ label }) => `${label};`)
}

test.each([
  [{}, [en.copyLink, en.openPage, en.forward, en.duplicate, en.closeLink, en.delete]],
  [
    { may: [...reads, 'change', 'delete', 'forward'] },
    [en.copyLink, en.openPage, en.forward, en.duplicate, en.closeLink, en.delete],
  ],
  [{ may: reads }, [en.copyLink, en.openPage]],
  [{ may: reads, sendAs: 'email', isLinkOpen: false }, []],
] satisfies [Partial<TransferRecord>, string[]][])('M2 the menu of a row of %j has %j', (of, labels) => {
  const page = (
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>
        <Entries of={of} />
      </MemoryRouter>
    </I18nextProvider>
  )
  expect(renderToStaticMarkup(page)).toBe(labels.map((label) => `${label};`).join(''))
})
