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

test('I1 Chinese names and titles stand close in the sentences of pages, errors and the command line', () => {
  const sentences = { asks: '{{who}} 向您索要 {{what}} 一份' }
  expect(fillText(sentences, 'zh', 'asks', { who: '王丽', what: '发票' })).toBe('王丽向您索要发票一份')
  expect(fillText(sentences, 'zh', 'asks', { who: 'Anna', what: 3 })).toBe('Anna 向您索要 3 一份')
  expect(fillText({ asks: '{{who}} {{what}}' }, 'en', 'asks', { who: '王丽', what: '发票' })).toBe('王丽 发票')
})
