import { expect, test } from 'vitest'
import { wantedLanguage } from './wanted-language.ts'

test.each([
  ['zh', 'zh'],
  ['zh-TW', 'zh'],
  ['ZH-Hans-CN;q=0.8', 'zh'],
  [' en-GB', 'en'],
  ['zh_CN.UTF-8', 'zh'],
  ['en@calendar=buddhist', 'en'],
  ['C.UTF-8', null],
  ['enm', null],
  ['zhong', null],
  ['fr', null],
  ['*', null],
  ['', null],
])('I1 the tag %j means %s', (tag, language) => expect(wantedLanguage(tag)).toBe(language))
