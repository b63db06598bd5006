import { expect, test } from 'vitest'
import { hostNameOf, isFreeSubdomain } from './host-name.ts'

test.each([
  ['files.acme.com', 'files.acme.com'],
  [' HTTPS://Files.Acme.com/w/abc?x ', 'files.acme.com'],
  ['files.acme.com.', 'files.acme.com'],
  ['文件.例子.中国', 'xn--5nqy36c.xn--fsqu00a.xn--fiqs8s'],
  ['acme', null],
  ['', null],
  ['192.0.2.1', null],
  ['0x7f.1', null],
  ['2130706433.1', null],
  ['[::1]', null],
  ['files.acme.com:8080', null],
  ['user@files.acme.com', null],
  ['files acme.com', null],
  ['-files.acme.com', null],
  ['fi_les.acme.com', null],
  ['server.local', null],
  ['a.localhost', null],
  ['1.0.0.127.in-addr.arpa', null],
  [`${'a'.repeat(64)}.com`, null],
  [`${'abcdefgh.'.repeat(32)}com`, null],
])('B2 %s is the host %s', (text, host) => {
  expect(hostNameOf(text)).toBe(host)
})

test.each([
  ['acme.send.example.com', true],
  ['www.send.example.com', false],
  ['ab.send.example.com', false],
  ['a.b.send.example.com', false],
  ['acme.example.com', false],
  ['send.example.com', false],
  ['xn--pple-43d.send.example.com', false],
])('B2 of the installation somebody may have %s: %s', (name, isFree) => {
  expect(isFreeSubdomain(name, 'send.example.com')).toBe(isFree)
})
