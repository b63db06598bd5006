import { expect, test } from 'vitest'
import { fillText } from './fill-text.ts'

const texts = {
  plain: 'Just {{name}}',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
  people_other: '{{count}} 人',
}

test('I1 a sentence takes the form that its number has in the language, and the only one where it has no other', () => {
  const of = (key: string, count: number) => fillText(texts, 'en', key, { count })
  expect([of('files', 0), of('files', 1), of('files', 1234)]).toEqual(['0 files', '1 file', '1,234 files'])
  expect(fillText(texts, 'zh', 'files', { count: 1 })).toBe('1 files')
  expect(of('people', 1)).toBe('1 人')
  expect(fillText(texts, 'en', 'plain', { name: 'this' })).toBe('Just this')
})

test('I1 the number that chooses the form may be another than the one shown', () => {
  expect(fillText({ files_one: '{{files}} file', files_other: '{{files}} files' }, 'en', 'files', { files: '1 new' }, 1)).toBe(
    '1 new file',
  )
})
