/** What stands in the panel for who may change a transfer, and for who may only look at it. */
import { MantineProvider } from '@mantine/core'
import type { Action } from '@sampan/contract/permissions'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { TimelineEvent, TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { dash as dashEn } from '@sampan/texts/languages/en/app/dash'
import { detail as en } from '@sampan/texts/languages/en/app/detail'
import { detail as zh } from '@sampan/texts/languages/zh/app/detail'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Event } from './event.tsx'
import { Head } from './head.tsx'
import { useMoreEntries } from './more-menu.tsx'
import { People } from './people.tsx'
import { SettingsFacts } from './settings-facts.tsx'
import { sampleEvent } from './timeline.samples.ts'
import type { TransferActs } from './use-acts.ts'
import type { TransferChanges } from './use-changes.ts'

vi.stubGlobal('navigator', {})
const { user } = vi.hoisted(() => ({ user: { _id: 'ben', status: 'active' } }))
const { team } = vi.hoisted(() => ({ team: { members: [{ _id: 'anna', fullName: 'Anna', email: 'anna@example.com' }] } }))
vi.mock('../../product/session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ status: 'signedIn', user: { ...user, team } }),
}))
vi.mock('../../product/session/acting.ts', async (original) => ({ ...(await original<object>()), actingFor: () => 'root' }))

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'detail', en)
i18ns.en.addResourceBundle('en', 'dash', dashEn)
i18ns.zh.addResourceBundle('zh', 'detail', zh)

const now = Date.UTC(2026, 2, 1)
const transfer = (more: Partial<TransferRecord>): TransferRecord => ({
  _id: 'id',
  authorId: 'anna',
  slug: 'Ab3dE6g',
  title: 'Plans',
  message: 'Please have a look.',
  downloadLimit: null,
  notifyOnDownload: true,
  fileName: 'report.pdf',
  fileNumber: 1,
  totalBytes: 2_000_000,
  sendAs: 'link',
  status: 'active',
  dateSent: now - 1000,
  expiryDate: now + 86_400_000 * 10,
  expirySeconds: 604_800,
  hasPassword: false,
  isRestricted: false,
  people: { all: 0, pending: 0, bounced: 0, refused: 0, opened: 0, downloaded: 0 },
  emailTo: [],
  total_downloads: 0,
  countedDownloads: 0,
  isTakenWhole: false,
  downloads: [],
  linkUrl: 'https://example.com/w/Ab3dE6g',
  isLinkOpen: true,
  foundBy: null,
  receivedBy: null,
  ...more,
})
const detailOf = (more: Partial<TransferRecord>): TransferDetail => ({
  transfer: transfer(more),
  recipients: [],
  files: [],
  places: [],
  version: 1,
  timeRequests: [],
})
const reads: Action[] = ['read', 'open']
const all: Action[] = ['read', 'change', 'delete', 'forward', 'share', 'open']
const acts = { isBusy: false } as TransferActs

function drawn(what: ReactNode, language: 'en' | 'zh' = 'en'): string {
  return renderToStaticMarkup(
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={new QueryClient()}>
        <I18nextProvider i18n={i18ns[language]}>
          <MemoryRouter>{what}</MemoryRouter>
        </I18nextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
}
const head = (more: Partial<TransferRecord>, language?: 'en' | 'zh') =>
  drawn(<Head detail={detailOf(more)} now={now} acts={acts} onAllowMore={() => {}} />, language)

test('M2 who may only look at a transfer is told who may change it; who may is told nothing of it', () => {
  expect(head({ may: reads })).toContain('Only Anna and the team’s admins can change this.')
  expect(head({ may: reads }, 'zh')).toContain('只有 Anna 和团队管理员可以更改此传输。')
  expect(head({ may: reads, authorId: 'gone' })).toContain('Only the team’s admins can change this.')
  for (const may of [all, undefined]) expect(head({ may })).not.toContain('can change this')
})

test('M2 who may only look at it passes on the link that opens already, and opens none', () => {
  expect(head({ may: reads })).toContain(en.copyLink)
  for (const may of [reads, all]) {
    const shown = head({ may, sendAs: 'email', isLinkOpen: false })
    expect([shown.includes(en.copyLink), shown.includes(en.opensToAnyone)]).toEqual([may === all, may === all])
  }
})

test.each([
  ['of one’s own', { may: all }, [en.isClosedByYou, en.openLink], [en.isClosed]],
  ['of another’s', { may: reads }, [en.isClosed], [en.isClosedByYou, en.openLink]],
] as const)('T2 a closed link %s says so, and offers what can be done now', (_, { may }, there, gone) => {
  const shown = head({ may: [...may], status: 'disabled', sendAs: 'email', isLinkOpen: false })
  for (const text of there) expect(shown).toContain(text)
  for (const text of [...gone, en.copyLink, en.showQr, en.opensToAnyone, 'expires']) expect(shown).not.toContain(text)
})

function MoreEntries({ of }: { of: Partial<TransferRecord> }) {
  return useMoreEntries({ transfer: transfer(of), acts }).map(({ label }) => `${label};`)
}

test.each([
  [{ may: all }, [en.openPage, en.forward, en.duplicate, en.closeLink, en.delete]],
  [{ may: all, status: 'disabled' }, [en.forward, en.duplicate, en.openLink, en.delete]],
  [{ may: reads }, [en.openPage]],
  [{ may: reads, status: 'disabled' }, []],
  [{ may: reads, isLinkOpen: false }, []],
] satisfies [Partial<TransferRecord>, string[]][])('M2 the menu of %j has %j', (of, labels) => {
  expect(drawn(<MoreEntries of={of} />)).toBe(labels.map((label) => `${label};`).join(''))
})

test('A8 a suspended sender’s link is closed, and nobody is told to open it again', () => {
  user.status = 'revoke'
  const shown = head({ may: all, status: 'disabled' })
  user.status = 'active'
  expect([shown.includes(en.isClosed), shown.includes(en.openLink)]).toEqual([true, false])
})

test('M2 people are added by who may change it; the settings are facts for everybody else', () => {
  const people = (may: Action[]) =>
    drawn(<People detail={detailOf({ may })} now={now} changes={{} as TransferChanges} toasts={{ show: () => {} } as never} />)
  expect([people(all).includes(en.add), people(reads).includes(en.add)]).toEqual([true, false])
  expect(people(reads)).toContain(en.noPeople)
  const facts = drawn(<SettingsFacts transfer={transfer({ may: reads, downloadLimit: 7, hasPassword: true })} />)
  for (const text of ['Please have a look.', '>7<', en.passwordIsSet, en.factAnyone]) expect(facts).toContain(text)
  expect(facts).not.toMatch(/<(input|textarea|button|select)/)
})

const anna = { userId: 'anna', name: 'Anna' }
const event = (more: Partial<TimelineEvent>) => sampleEvent({ at: now - 1000, kind: 'sent', actor: 'sender', by: anna, ...more })

test.each([
  ['en', {}, 'Anna sent it'],
  ['zh', {}, 'Anna发送了传输'],
  ['en', { by: { userId: 'ben', name: 'Ben' } }, 'You sent it'],
  ['en', { by: null }, 'Someone in the team sent it'],
  ['en', { kind: 'changed' }, 'Anna changed the settings'],
  ['en', { kind: 'disabled' }, 'Anna closed the link'],
  ['zh', { kind: 'enabled' }, 'Anna重新打开了链接'],
  ['en', { kind: 'enabled', actor: 'operator', by: null }, 'The operator opened the link again'],
  ['en', { kind: 'recipientAdded', email: 'li@example.cn' }, 'li@example.cn was added by Anna'],
  ['zh', { kind: 'recipientAdded', email: 'li@example.cn' }, '添加了 li@example.cn 由 Anna 操作'],
  ['en', { kind: 'recipientAdded', email: 'li@example.cn', by: { userId: 'ben', name: 'Ben' } }, 'li@example.cn was added'],
  ['en', { kind: 'shared', detail: { isWholeTeam: 1 } }, 'It is shared with everybody in the team by Anna'],
] satisfies ['en' | 'zh', Partial<TimelineEvent>, string][])('T2 M2 %s: %j reads “%s”', (language, more, words) => {
  const [shown = ''] = drawn(<Event event={event(more)} now={now} />, language).split('<time')
  expect(
    shown
      .replaceAll(/<span class="[^"]*notes/g, ' $&')
      .replaceAll(/<[^>]*>/g, '')
      .trim(),
  ).toBe(words)
})
