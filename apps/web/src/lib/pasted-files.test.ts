import { expect, test } from 'vitest'
import { isPasteOfFiles } from './pasted-files.ts'

/** As much of an element as a paste is asked for. */
const inside = (...selectors: string[]) =>
  ({
    closest: (asked: string) => (selectors.some((selector) => asked.split(', ').includes(selector)) ? {} : null),
  }) as unknown as EventTarget
const page = inside()

test.each<[string, EventTarget, string[], boolean, string?]>([
  ['a file from the file manager', page, ['Files'], true],
  ['a screenshot', page, ['Files'], true],
  ['cells of a spreadsheet, with their picture', page, ['text/plain', 'text/html', 'text/rtf', 'Files'], false],
  ['a picture of a web page, with its markup', page, ['text/html', 'Files'], false],
  ['files of a Mac, with their names', page, ['text/plain', 'Files'], true, 'plan.pdf\r船.jpg'],
  ['files with their paths', page, ['text/plain', 'Files'], true, '/home/ana/plan.pdf\n/home/ana/船.jpg\n'],
  ['text with its picture', page, ['text/plain', 'Files'], false, '12\t4'],
  ['text', page, ['text/plain'], false],
  ['nothing', page, [], false],
  ['a screenshot into a field', inside('input'), ['Files'], false],
  ['a file into the message', inside('textarea'), ['Files'], false],
  ['the page itself, which is no element', {} as EventTarget, ['Files'], true],
])('Q1 %s is pasted', (_, target, types, isFiles, text = '') => {
  const clipboardData = { types, getData: () => text, files: [{ name: 'plan.pdf' }, { name: '船.jpg' }] }
  expect(isPasteOfFiles({ target, clipboardData })).toBe(isFiles)
})

test('Q1 a paste without a clipboard is none of files', () => {
  expect(isPasteOfFiles({ target: null, clipboardData: null })).toBe(false)
})
