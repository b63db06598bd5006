import { MantineProvider } from '@mantine/core'
import type { SecondFactor } from '@sampan/contract/routes/second-factor'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n, loadTexts } from '../../lib/i18n.ts'
import { DeviceRow } from './devices.tsx'
import { PasskeyList } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { State } from './second-step.tsx'

const i18n = await createI18n('en')
await loadTexts('security')
const html = (content: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18n}>{content}</I18nextProvider>
    </MantineProvider>,
  )

const on: SecondFactor = { isOn: true, since: Date.parse('2026-02-03'), recoveryCodesLeft: 1, remembered: 2 }

test('A10 the page says since when it is on, what is left, and that none is', () => {
  expect(html(<State step={{ ...on, isOn: false, since: null }} />)).toContain('Off.')
  const text = html(<State step={on} />)
  for (const part of ['February 3, 2026', '1 recovery code is left', '2 browsers are not asked']) expect(text).toContain(part)
  expect(html(<State step={{ ...on, recoveryCodesLeft: 0 }} />)).toContain('No recovery code is left')
})

test('A10 recovery codes say whose they are, each by itself', () => {
  const text = html(<RecoveryCodes codes={['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF']} email="li@example.cn" onDone={() => {}} />)
  expect(text).toContain('li@example.cn')
  expect(text.match(/<li>/g)).toHaveLength(2)
})

test.each([
  ['password', 'by password'],
  ['passwordAndCode', 'by password and code'],
  ['passkey', 'by passkey'],
  [null, null],
] as const)('A3 A10 a device says by what it was proven: %s', (proof, said) => {
  const place = { ip: '', countryName: '', cityName: '', createdAt: 0, lastUsedAt: 0, isThis: true }
  const device = { _id: 'a', kind: 'browser', proof, device: 'phone', program: 'Safari', system: 'iPhone', ...place } as const
  const text = html(<DeviceRow device={device} onLogOut={() => {}} />)
  if (said) expect(text).toContain(` · ${said}`)
  else expect(text).not.toContain('by password')
})

test('A9 a passkey says since when it is there and when it was used, one without a name too; a copied one says so', () => {
  const [createdAt, lastUsedAt] = [Date.parse('2026-02-03'), Date.parse('2026-02-05')]
  const keys = [
    { _id: 'a', name: 'Harbour', createdAt, lastUsedAt, refusedAt: null },
    { _id: 'b', name: '', createdAt, lastUsedAt: null, refusedAt: lastUsedAt },
  ]
  const text = html(<PasskeyList passkeys={keys} onOpen={() => {}} />)
  for (const part of [
    'Added February 3, 2026 · Last used February 5',
    'Not used yet',
    'Refused since February 5',
    'Remove Harbour',
    'Rename Passkey',
  ])
    expect(text).toContain(part)
  expect(text.match(/somebody may have a copy/g)).toHaveLength(1)
})
