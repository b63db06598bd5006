import { expect, test } from 'vitest'
import { baseName, extensionOf, isFolderPath, isStorablePath } from './file-path.ts'

test.each([
  'a.txt',
  'folder/sub/文件 😀.txt',
  'e\u0301.txt',
  '\u202etxt.exe',
  'CON',
  'trailing. ',
  'C:',
  '...',
  '..a',
  'empty folder/',
  'a/b/',
  '名'.repeat(85),
  'a'.repeat(255),
])('R11 %j can be stored', (path) => {
  expect(isStorablePath(path)).toBe(true)
})

test.each([
  '',
  '/',
  '/etc/passwd',
  '..',
  '.',
  '../a',
  'a/../b',
  'a/./b',
  'a/..',
  '../',
  'a//b',
  'a//',
  '//server/share',
  'a\\b',
  '..\\a',
  'C:\\a',
  'a\0b',
  'a\nb',
  'a\u007f',
  'a\ud800',
  '\udc00a',
  'a'.repeat(256),
  '名'.repeat(86),
  `${'a/'.repeat(2048)}b`,
])('R11 %j cannot', (path) => {
  expect(isStorablePath(path)).toBe(false)
})

test('Q1 a path that ends in "/" is an empty folder', () => {
  expect(['a/', 'a/b/', 'a', 'a/b'].map(isFolderPath)).toEqual([true, true, false, false])
})

test.each([
  ['a/b/c.tar.GZ', 'c.tar.GZ', 'gz'],
  ['a/b/', 'b', ''],
  ['.bashrc', '.bashrc', 'bashrc'],
  ['noext', 'noext', ''],
  ['a.b/c', 'c', ''],
])('%s is named %s with the extension "%s"', (path, name, extension) => {
  expect([baseName(path), extensionOf(path)]).toEqual([name, extension])
})
