/** That the card promises nothing which is not so. */
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { noChips } from '../../../product/recipients/chips.ts'
import { SharedLink } from '../../../product/transfers/shared-link.tsx'
import { type Form, newForm } from '../form/form.ts'
import { newOptions } from '../form/options.ts'
import { DoneInvite } from './done-invite.tsx'
import { DoneMails, nextLookMs } from './done-mails.tsx'
import { DoneStep } from './done-step.tsx'
import { LimitStep } from './limit-step.tsx'
import { LimitStorage } from './limit-storage.tsx'
import { Then } from './verify-step.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

const shown = (language: keyof typeof i18ns, part: ReactNode, queries = new QueryClient()): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <I18nextProvider i18n={i18ns[language]}>
          <MemoryRouter>{part}</MemoryRouter>
        </I18nextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )

test.each([
  ['en', 'It still ends on the same day', 'Save this transfer'],
  ['zh', '到期日不变', '保存此传输'],
] as const)('Q14 %s: a visitor is promised a list, and no longer life: %s', (language, text, button) => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  const html = shown(language, <DoneInvite slug="Ab3dE6g" sender="a@example.com" again={() => null} />)
  expect(html).toContain(text)
  expect(html).toContain(button)
})

test.each([
  ['en', null, 'Room comes back 14 days after older transfers expire, or as soon as you delete them'],
  ['en', '172800', 'Room comes back 2 days after'],
  ['en', '0', 'Room comes back when older transfers expire, or as soon as you delete them'],
  ['zh', null, '较早的传输过期 14天后会腾出空间；也可以通过确认邮件中的链接立即删除'],
] as const)('Q16 X1 %s, kept for %s seconds: a visitor is told when room comes back', (language, content, text) => {
  vi.stubGlobal('document', { querySelector: () => content && { content } })
  const html = shown(language, <LimitStorage form={newForm()} limitBytes={5_000_000_000} />)
  vi.unstubAllGlobals()
  expect(html).toContain(text)
})

const sent = { _id: 'transfer', slug: 'Ab3dE6g', linkUrl: null, expiryDate: Date.UTC(2026, 2, 8), expirySeconds: 604_800 }
const mail = (state: 'queued' | 'sent' | 'deferred' | 'bounced', email = `${state}@example.com`) => ({
  email,
  state,
  reason: state === 'bounced' ? 'No such mailbox' : null,
})

test.each([
  ['en', 'A mail with the link is on its way to ana@example.com.'],
  ['zh', '含有链接的邮件正在发往 ana@example.com。'],
] as const)('Q14 %s: the arrival says no more of the mail than is known: %s', (language, text) => {
  const form: Form = { ...newForm(), step: 'done', sent, chips: { ...noChips, list: ['ana@example.com'] } }
  expect(shown(language, <DoneStep form={form} dispatch={() => {}} />)).toContain(text)
})

test.each([
  ['en', [mail('queued')], []],
  ['en', [mail('sent')], ['It has been sent.']],
  ['en', [mail('sent'), mail('sent', 'b@example.com')], ['All of them have been sent.']],
  ['en', [mail('sent'), mail('bounced')], ['The mail to bounced@example.com came back. No such mailbox']],
  ['zh', [mail('deferred'), mail('sent')], ['发往 deferred@example.com 的邮件暂未被接收']],
] as const)('Q14 T10 %s: then what has become of each: %o', (language, mails, texts) => {
  const queries = new QueryClient()
  queries.setQueryData(['sent', 'transfer', 'mails'], mails)
  const html = shown(language, <DoneMails transferId="transfer" />, queries)
  const lines = [...html.matchAll(/<p class[^>]*>([^<]*)/g)].map(([, line]) => line?.trim())
  expect(lines.length).toBe(texts.length)
  for (const text of texts) expect(lines.join('|')).toContain(text)
})

test('Q14 T10 the mails are looked at ever less often, and no more once all are settled', () => {
  expect([0, 1, 2, 9].map((looks) => nextLookMs([mail('queued')], looks))).toEqual([2000, 4000, 8000, 60_000])
  expect(nextLookMs([mail('deferred'), mail('sent')], 0)).toBe(2000)
  expect(nextLookMs([mail('sent'), mail('bounced')], 1)).toBe(false)
  expect(nextLookMs(undefined, 0)).toBe(2000)
})

const account = { _id: 'a', email: 'a@example.com', role: 'free', ownLimits: null, status: 'revoke', deleteAt: null } as const

test.each([
  ['en', null, 'This address may not send', 'The operator of this service has closed it for sending.'],
  ['zh', null, '此邮箱地址无法发送', '本服务的运营者已停用此地址的发送'],
  ['en', account, 'Your account is suspended', 'You can still see and delete your transfers.'],
] as const)('Q16 A8 %s: a stranger has no account that could be suspended: %#', (language, who, which, text) => {
  vi.stubGlobal('document', { querySelector: () => null })
  const form: Form = { ...newForm(), account: who, step: 'limit', limit: { kind: 'suspended' } }
  const html = shown(language, <LimitStep form={form} dispatch={() => {}} />)
  vi.unstubAllGlobals()
  expect(html).toContain(`>${which}</p>`)
  expect(html).toContain(`<p>${text}`)
})

test.each([
  ['en', ['Final artwork', 'It has a password', 'It can be downloaded 5 times.'], 'has a link with which you see downloads'],
  ['zh', ['Final artwork', '已设密码', '最多可下载 5 次'], '管理链接'],
] as const)(
  'Q14 Q22 Q24 %s: the arrival repeats title, password and limit, and tells a guest of the manage link',
  (language, words, manage) => {
    const options = { ...newOptions, title: 'Final artwork', password: 'over the 7 seas', downloadLimit: '5' }
    const form: Form = { ...newForm(), options, account: { ...account, status: 'active' }, step: 'done', sent }
    const html = shown(language, <DoneStep form={form} dispatch={() => {}} />)
    for (const word of words) expect(html).toContain(word)
    expect(html).not.toContain('over the 7 seas')
    expect(html).not.toContain(manage)
    vi.stubGlobal('localStorage', { getItem: () => null })
    const guest = shown(language, <DoneStep form={{ ...form, account: null }} dispatch={() => {}} />)
    vi.unstubAllGlobals()
    expect(guest).toContain(manage)
    expect(guest).not.toContain(words[1])
  },
)

test('Q14 a link can be handed on by mail and WhatsApp, and scanned', () => {
  vi.stubGlobal('navigator', {})
  const html = shown('en', <SharedLink url="https://a.example/w/Ab3dE6g" />)
  vi.unstubAllGlobals()
  const encoded = encodeURIComponent('https://a.example/w/Ab3dE6g')
  expect(html).toContain(`href="mailto:?body=${encoded}"`)
  expect(html).toContain(`href="https://wa.me/?text=${encoded}"`)
  expect(html).toContain('WeChat')
})

test.each([
  ['en', ['li@a.cn'], '1 file goes to li@a.cn. The code'],
  ['zh', ['li@a.cn'], '1 个文件将发送给 li@a.cn。验证码'],
  ['zh', ['li@a.cn', 'bo@a.cn'], '1 个文件将发送给 li@a.cn 和另外 1 人。验证码'],
] as const)('Q12 %s: what waits for the code is said with the spaces of its language: %j', (language, list, words) => {
  const files = [{ path: 'a', size: 1, lastModified: 1, blob: new Blob() }]
  expect(shown(language, <Then form={{ ...newForm(), files, chips: { ...noChips, list: [...list] } }} />)).toContain(words)
})

test('Q14 a link is shown as a whole, however narrow the screen: its end is what tells it from others', () => {
  vi.stubGlobal('navigator', {})
  const url = 'https://files.a-long-name.example.com/d/Ab3dE6gHiJ'
  expect(shown('en', <SharedLink url={url} isQuiet />)).toMatch(new RegExp(`<textarea[^>]*readOnly=""[^>]*>${url}</textarea>`))
  vi.unstubAllGlobals()
})
