import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { nothingShown } from '../../../product/sending/progress.ts'
import { notYet } from '../../../product/sending/upload-hooks.ts'
import { type Form, newForm } from '../form/form.ts'
import { Cancel, isAskedFirst } from './cancel-in-dock.tsx'
import { SendingBar } from './sending-bar.tsx'
import type { Sending } from './sending-state.ts'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

afterEach(() => vi.unstubAllGlobals())

const file = (path: string) => ({ path, size: 20_000_000, lastModified: 1, blob: new Blob() })
const sending = (id: number, more: Partial<Form> = {}): Sending => ({
  id,
  form: { ...newForm(), files: [file('a'), file('b')], chips: { list: ['li@a.cn', 'bo@a.cn'], typed: '', skipped: 0 }, ...more },
  upload: null,
  snapshot: notYet,
  shown: nothingShown,
  stage: 'uploading',
  failure: null,
  needsCard: false,
  sent: null,
})
const drawn = (language: 'en' | 'zh', dock: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <MemoryRouter>{dock}</MemoryRouter>
      </I18nextProvider>
    </MantineProvider>,
  )
const shown = (language: 'en' | 'zh', sendings: Sending[]) =>
  drawn(language, <SendingBar sendings={sendings} runsId={1} ended={null} draft={null} hasCard cardPath="/" />)

test.each([
  [
    'en',
    [
      'Sending 2 files to li@a.cn and 1 more',
      'Pause',
      'Waits: 2 files, 40 MB, to li@a.cn and 1 more',
      'Waits: 2 files, 40 MB, for a link',
    ],
  ],
  ['en', ['Keep this page open: files that wait are in it alone, and are lost when it is reloaded or closed.']],
  ['zh', ['等待中：2 个文件，40 MB，发送给 li@a.cn 和另外 1 人', '下一个就发它', '刷新或关闭后就会丢失']],
] as const)('Q25 %s: the dock shows what runs, and what waits for that: %j', (language, words) => {
  const html = shown(language, [sending(1), sending(2), sending(3, { sendAs: 'link' })])
  for (const word of words) expect(html).toContain(word)
  // The first of those that wait is the next one already.
  expect(html.split(i18ns[language].t('queueNext', { ns: 'send' }))).toHaveLength(2)
})

test('Q25 what the card shows itself is not among it: then all of it waits', () => {
  expect(shown('en', [sending(2)])).not.toContain('Pause')
})

test.each([
  ['en', '24 MB of 40 MB are uploaded.'],
  ['zh', '已上传 24 MB，共 40 MB。'],
] as const)('Q13 Q25 %s: the dock asks before it cancels what has uploaded something, and says how much', (language, words) => {
  const begun = { ...sending(1), shown: { ...nothingShown, sentBytes: 24_000_000 } }
  expect(drawn(language, <Cancel sending={begun} about="" hasBegun onNo={() => {}} />)).toContain(words)
  expect(isAskedFirst(begun, true)).toBe(true)
})

test('Q13 Q25 nothing is asked where nothing is lost: no byte was uploaded, and the card has room for the draft', () => {
  expect(isAskedFirst(sending(1), true)).toBe(false)
  // Its files are in this page alone.
  expect(isAskedFirst(sending(1), false)).toBe(true)
})

test.each([
  ['en', ['Sending 2 files to li@a.cn and 1 more', '40%', '2 transfers wait', 'Show all']],
  ['zh', ['40%', '2 个传输在等待', '全部显示']],
] as const)(
  'Q25 %s: on a phone a queue is one line, which opens it; one that runs alone is shown as it is: %j',
  (language, words) => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const runs = { ...sending(1), snapshot: { ...notYet, phase: 'sending' as const }, shown: { ...nothingShown, percent: 40 } }
    const html = shown(language, [runs, sending(2), sending(3)])
    const [folded = '', line = ''] = html.split('aria-expanded="false"')
    for (const word of words) expect(line).toContain(word)
    // What cares for the line and asks its questions there is only out of sight.
    expect(folded).toMatch(/<div class="[^"]*" hidden="">/)
    // Opened, all of it is there: no second press.
    expect(folded).toMatch(/<details[^>]* open="">/)
    expect(shown(language, [runs])).not.toContain('aria-expanded="false"')
    const failed = { ...sending(2), failure: { stage: 'uploading' as const, error: new Error('x') } }
    expect(shown('en', [runs, failed])).toContain('40% · 1 transfer has stopped')
  },
)
