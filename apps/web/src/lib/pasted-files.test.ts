import { expect, test } from 'vitest'
import { isPasteOfFiles } from './pasted-files.ts'

test.each<[string, string[], boolean, string?]>([
  ['a file from the file manager', ['Files'], true],
  ['a screenshot', ['Files'], true],
  ['cells of a spreadsheet, with their picture', ['text/plain', 'text/html', 'text/rtf', 'Files'], false],
  ['a picture of a web page, with its markup', ['text/html', 'Files'], false],
  ['files of a Mac, with their names', ['text/plain', 'Files'], true, 'plan.pdf\r船.jpg'],
  ['files with their paths', ['text/plain', 'Files'], true, '/home/ana/plan.pdf\n/home/ana/船.jpg\n'],
  ['text with its picture', ['text/plain', 'Files'], false, '12\t4'],
  ['text', ['text/plain'], false],
  ['nothing', [], false],
])('Q1 %s is pasted', (_, types, isFiles, text = '') => {
  const clipboardData = { types, getData: () => text, files: [{ name: 'plan.pdf' }, { name: '船.jpg' }] }
  expect(isPasteOfFiles({ clipboardData })).toBe(isFiles)
})

test('Q1 a paste without a clipboard is none of files', () => {
  expect(isPasteOfFiles({ clipboardData: null })).toBe(false)
})
