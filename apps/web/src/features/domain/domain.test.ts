import type { DomainsView, LinkDomain } from '@sampan/contract/routes/domains'
import { expect, test } from 'vitest'
import { isLocal, verifiedHost } from './domain.tsx'
import { isHeldUp } from './host-card.tsx'

const domain = (host: string, more: Partial<LinkDomain> = {}): LinkDomain => ({
  host,
  isSubdomain: false,
  state: 'verified',
  checkedAt: null,
  verifiedAt: null,
  records: [],
  ...more,
})
const view = (domains: LinkDomain[], more: Partial<DomainsView> = {}): DomainsView => ({
  domains,
  base: 'send.example.com',
  hasSubdomains: true,
  isAllowed: true,
  ...more,
})
const below = domain('acme.send.example.com', { isSubdomain: true })

test.each([
  ['nothing', view([]), 'send.example.com'],
  ['what waits', view([domain('files.acme.com', { state: 'waiting' })]), 'send.example.com'],
  ['a sub-domain of ours', view([below]), 'acme.send.example.com'],
  ['a domain of one’s own before it', view([below, domain('files.acme.com')]), 'files.acme.com'],
  ['a plan that has none any more', view([domain('files.acme.com')], { isAllowed: false }), 'send.example.com'],
])('B2 with %s new links stand where the server puts them', (_, domains, host) => {
  expect(verifiedHost(domains)).toBe(host)
})

test('B2 of an installation that is reached at home alone it is said that no domain can lead there', () => {
  expect(['localhost', '127.0.0.1', '192.168.1.4', '::1', 'send.example.com', '203.0.113.7'].map(isLocal)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})

test('B2 whoever has set everything and still waits is told that the name may be somebody else’s by now', () => {
  const record = (kind: 'TXT' | 'CNAME' | 'A', state: 'right' | 'missing') => ({ kind, name: '', value: '', state, found: [] })
  const waits = (...records: ReturnType<typeof record>[]) => isHeldUp(domain('files.acme.com', { state: 'waiting', records }))
  expect(waits(record('TXT', 'right'), record('CNAME', 'right'))).toBe(true)
  expect(waits(record('TXT', 'right'), record('CNAME', 'missing'), record('A', 'right'))).toBe(true)
  expect(waits(record('TXT', 'missing'), record('CNAME', 'right'))).toBe(false)
  expect(waits(record('TXT', 'right'), record('CNAME', 'missing'))).toBe(false)
  expect(isHeldUp(domain('files.acme.com', { records: [record('TXT', 'right'), record('CNAME', 'right')] }))).toBe(false)
})
