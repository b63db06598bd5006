import { scannerPageSeconds, scannerSeconds } from '@sampan/contract/limits'
import { expect, test } from 'vitest'
import { type Asking, isProbablyScanner } from './probable-scanner.ts'

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const scan: Asking = { userAgent: chrome, isStepped: false, secondsSinceMail: 3, secondsSinceOpened: null, hasReadBefore: false }

test.each<[string, Partial<Asking>, boolean]>([
  ['a browser’s name, seconds after the mail, without a button', {}, true],
  ['as the mail leaves', { secondsSinceMail: 0 }, true],
  ['at the end of that time', { secondsSinceMail: scannerSeconds }, true],
  ['later', { secondsSinceMail: scannerSeconds + 1 }, false],
  ['by a link that no mail brought', { secondsSinceMail: null }, false],
  ['as the page was opened', { secondsSinceOpened: scannerPageSeconds }, true],
  ['with the page open for longer', { secondsSinceOpened: scannerPageSeconds + 1 }, false],
  ['a button was pressed', { isStepped: true }, false],
  ['whoever has had something before', { hasReadBefore: true }, false],
  ['curl', { userAgent: 'curl/8.5.0' }, false],
  ['aria2', { userAgent: 'aria2/1.37.0' }, false],
  ['Wget', { userAgent: 'Wget/1.21.4' }, false],
  ['our own program', { userAgent: 'sampan/1.0' }, false],
  ['a program without a name', { userAgent: '' }, false],
])('D11 probably a scanner of links: %s', (_, asking, expected) =>
  expect(isProbablyScanner({ ...scan, ...asking })).toBe(expected),
)
