// @vitest-environment node
import { expect, test } from 'vitest'
import { isLit } from './dash-entries.tsx'

test.each([
  ['/dash', true, true],
  ['/dash/transfers/Ab3dE6g', true, true],
  ['/dash/requests', true, true],
  ['/dash/requests/new', true, true],
  ['/dash/send', true, true],
  ['/dash/forward/Ab3dE6g', true, true],
  ['/dash/bin', true, true],
  ['/dash/contacts', true, false],
  ['/dash/analytics', true, false],
  ['/dash/account/billing', false, false],
  ['/dash/device', false, false],
])('I3 of %s an entry of the sidebar is lit: %s, of the bar of phones: %s; else the account’s own', (pathname, inSide, inBar) => {
  expect([isLit(pathname, false), isLit(pathname, true)]).toEqual([inSide, inBar])
})
