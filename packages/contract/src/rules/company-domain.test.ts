import { expect, test } from 'vitest'
import { companyDomain } from './company-domain.ts'

test.each([
  ['li@harbour.example', 'harbour.example'],
  ['li@Mail.Harbour.Example.cn', 'mail.harbour.example.cn'],
  ['li@xn--fiqs8s.example', 'xn--fiqs8s.example'],
  ['li@gmail.com', null],
  ['li@QQ.com', null],
  ['li@vip.163.com', null],
])('A6 the company of %s: %s', (email, domain) => expect(companyDomain(email)).toBe(domain))

test.each([
  'li@127.0.0.1',
  'li@[::1]',
  'li@localhost',
  'li@a.b/c',
  'li@a.example:80',
  'li@a.example#x',
  'li@0x7f.1',
  'li@-a.example',
  'li',
])('A6 R33 %s names no domain', (email) => expect(companyDomain(email)).toBeNull())
