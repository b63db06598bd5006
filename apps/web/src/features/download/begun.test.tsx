import { Problem } from '@sampan/contract/errors'
import type { TransferView } from '@sampan/contract/routes/downloads'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { asking, failed, isBegun, nothingBegun, readBegun, started, writtenOf } from './begun.ts'
import { BegunWords } from './begun-line.tsx'
import { LimitLine } from './limit-line.tsx'
import { isUnderWay, lookAgainMs, tallyOf } from './look-again.ts'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
const said = (language: keyof typeof i18ns, begun = nothingBegun): string =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18ns[language]}>
      <BegunWords begun={begun} />
    </I18nextProvider>,
  ).replaceAll(/<[^>]+>/g, '')

test.each([
  ['en', 'The download has started', 'so nothing was started', 'used as often as the sender allowed'],
  ['zh', '下载已开始', '下载没有开始', '已达到发件人设定的上限'],
] as const)(
  'D2 pressing download answers, also where the server is away or refuses: %s',
  (language, isStarted, isAway, isOver) => {
    expect(said(language)).toBe('')
    expect(said(language, asking(nothingBegun))).not.toBe('')
    expect(said(language, started(nothingBegun, { fileId: 'a' }))).toContain(isStarted)
    expect(said(language, failed(nothingBegun, new TypeError('fetch failed')))).toContain(isAway)
    expect(said(language, failed(nothingBegun, new Problem('downloadLimitReached')))).toContain(isOver)
  },
)

test.each([
  [
    'en',
    'last download that the sender allows',
    'One download is one visit',
    'This visit is counted',
    'cannot be previewed',
    '2 of 3 files',
  ],
  ['zh', '最后一次下载', '一次访问计一次', '已计入次数', '不能预览', '2/3 个文件'],
] as const)(
  'D6 the page warns before the last download, tells what counts as one, and why there is no preview: %s',
  (language, isLast, visit, counted, noPreview, some) => {
    const line = (view: Parameters<typeof LimitLine>[0]['view'], begunCount = 0): string =>
      renderToStaticMarkup(
        <I18nextProvider i18n={i18ns[language]}>
          <LimitLine view={view} begunCount={begunCount} />
        </I18nextProvider>,
      ).replaceAll(/<[^>]+>/g, '')
    expect(line({ downloadsLeft: null, fileCount: 3 })).toBe('')
    for (const words of [isLast, visit, noPreview]) expect(line({ downloadsLeft: 1, fileCount: 3 })).toContain(words)
    expect(line({ downloadsLeft: 1, fileCount: 1 })).not.toContain(visit)
    expect(line({ downloadsLeft: 5, fileCount: 3 })).not.toContain(isLast)
    // Whoever has begun every file is not urged to take what somebody else may still need.
    expect(line({ downloadsLeft: 1, fileCount: 3 }, 2)).toContain(isLast)
    for (const fileCount of [1, 3]) expect(line({ downloadsLeft: 1, fileCount }, fileCount)).not.toContain(isLast)
    expect(line({ downloadsLeft: 0, fileCount: 3, isCounted: true })).toContain(counted)
    expect(line({ downloadsLeft: 0, fileCount: 3, isCounted: true }, 2)).toContain(some)
  },
)

test('D2 each file of which a download was started is marked, a later failure takes no mark away', () => {
  const one = started(nothingBegun, { fileId: 'a' })
  const some = failed(started(one, { selection: 's', fileIds: ['b', 'c'] }), new Error('away'))
  expect(['a', 'b', 'c', 'd'].map((id) => isBegun(some, id))).toEqual([true, true, true, false])
  expect(isBegun(started(some, {}), 'd')).toBe(true)
})

test('D6 loaded again within the day of its visit, a page still knows which files it took; not what was pressed last', () => {
  const some = started(nothingBegun, { selection: 's', fileIds: ['a', 'b'] })
  const within = readBegun(writtenOf(some, 0), 86_000_000)
  expect(within).toEqual({ ...some, step: 'none' })
  expect(readBegun(writtenOf(started(some, {}), 0), 1)?.isEverything).toBe(true)
  expect([
    readBegun(writtenOf(some, 0), 86_400_000),
    readBegun('', 0),
    readBegun('{"untilMs":1}', 0),
    readBegun('null', 0),
  ]).toEqual([null, null, null, null])
})

test('D6 the page of a limited link looks often while what was begun runs, and calmly once it is counted', () => {
  const view = { state: 'open', files: [], downloadsLeft: 2 } as unknown as TransferView
  const begun = started(nothingBegun, { fileId: 'a' })
  const press = { tally: tallyOf(view), at: 0 }
  const later = 60_000
  const [calm, soon] = [lookAgainMs(view, nothingBegun, press, later), lookAgainMs(view, begun, press, later)] as [number, number]
  expect(soon).toBeLessThan(calm / 3)
  const counted = { ...view, downloadsLeft: 1, isCounted: true as const }
  expect(lookAgainMs(counted, begun, press, later)).toBe(calm)
  // Of two presses in a row the first may be what has changed the tally.
  expect(lookAgainMs(counted, begun, press, 1000)).toBe(soon)
  expect([lookAgainMs({ ...view, downloadsLeft: null }, begun, press, 0), lookAgainMs(undefined, begun, press, 0)]).toEqual([
    false,
    false,
  ])
})

test.each([
  ['en', 'last download', 'has started'],
  ['zh', '最后一次', '下载已开始'],
] as const)(
  'D6 %s: once the last download was pressed here, the page says so at once, and not that one is left',
  (language, last, begun) => {
    const view = { state: 'open', downloadsLeft: 1, fileCount: 1, files: [] } as unknown as TransferView
    const press = { tally: tallyOf(view), at: 0 }
    const line = (of: TransferView, step: 'none' | 'started'): string =>
      renderToStaticMarkup(
        <I18nextProvider i18n={i18ns[language]}>
          <LimitLine view={of} begunCount={0} isUnderWay={isUnderWay(of, { step }, press)} />
        </I18nextProvider>,
      )
    expect(line(view, 'none')).toContain(last)
    expect(line(view, 'started')).toContain(begun)
    expect(line(view, 'started')).not.toContain(last)
    // Counted by now: what is left is told again.
    expect(line({ ...view, downloadsLeft: 2 }, 'started')).not.toContain(begun)
  },
)
