import { supportIndexPath } from '@sampan/contract/paths'
import { expect, test } from 'vitest'
import { supportIndex } from '../features/site/content.server.ts'
import { makeSearch } from './support-search.ts'

const names = (language: 'en' | 'zh', words: string) =>
  makeSearch(supportIndex(language), language)(words).map(({ name }) => name)

test('W3 the search finds the answer by its words, by their beginning and in spite of a slip', () => {
  expect(names('en', 'expired link')[0]).toBe('expired-links')
  expect(names('en', 'pass')).toContain('passwords-and-limits')
  expect(names('en', 'intrrupted')).toContain('interrupted-uploads')
  expect(names('en', 'zzzz')).toEqual([])
})

test('W3 I1 Chinese is cut into words: a word within a sentence is found, in whatever order', () => {
  expect(names('zh', '链接过期')[0]).toBe('expired-links')
  expect(names('zh', '密码')).toContain('passwords-and-limits')
  expect(names('zh', '团队 邀请')[0]).toBe('teams')
  expect(names('zh', '飞机')).toEqual([])
  expect(supportIndexPath('zh')).toBe('/support/articles.zh.json')
})
