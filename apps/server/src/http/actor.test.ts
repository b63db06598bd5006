import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { languageOf } from './actor.ts'

const asked = (acceptLanguage: string, cookies?: Record<string, string>) =>
  languageOf({ headers: { 'accept-language': acceptLanguage }, cookies } as unknown as FastifyRequest)

test.each([
  ['zh', 'zh'],
  ['fr, zh-TW;q=0.8, en;q=0.3', 'zh'],
  ['zh;q=0.3, en-US;q=0.8', 'en'],
  ['zh;q=0.5, en;q=0.5', 'zh'],
  ['fr, de;q=0.9', 'en'],
  ['', 'en'],
])('I1 Accept-Language %j is answered in %s', (header, language) => expect(asked(header)).toBe(language))

test.each([
  [{ sampan_lang: 'zh' }, 'zh'],
  [{ '__Host-sampan_lang': 'zh' }, 'zh'],
  [{ sampan_lang: 'yy' }, 'en'],
  [{ sampan_lang: 'zh-CN' }, 'en'],
])('I1 the cookie %j comes before what the browser asks for, where it names a language that there is', (cookies, language) =>
  expect(asked('en', cookies)).toBe(language),
)
