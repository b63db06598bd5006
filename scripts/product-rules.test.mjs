import { expect, test } from 'vitest'
import { productBreaches } from './product-rules.mjs'

const act = 'apps/server/src/features/uploads/create-upload.ts'

test.each([
  ['public address', act, '  const link = new URL(path, config.publicUrl).href'],
  ['public address', 'apps/server/src/http/same-origin.ts', "config: Pick<Config, 'publicUrl'>"],
  ['system clock', act, '  const now = new Date()'],
  ['system clock', 'apps/server/src/adapters/content/cms.ts', '    if (until > Date.now()) return'],
  ['mail beside the door', act, '  await services.mailer.send({ ...mail, to })'],
  ['mail beside the door', act, '  const { db, mailer } = services'],
  ['own sum of times', act, '  const until = new Date(now.getTime() + keptSeconds * 1000)'],
  ['one language', act, "  if (language === 'zh') return ''"],
  ['one language', 'apps/web/src/app/routes.ts', "  route('zh?/login', '../pages/login.tsx'),"],
  ['one language', 'apps/web/src/lib/times.ts', "  return language === 'en' ? text.replace('.', '') : text"],
  ['one language', 'packages/texts/src/format.ts', "const locales = { en: 'en', 'zh-CN': 1 }"],
])('a %s is refused in %s', (rule, file, line) => {
  expect(productBreaches(file, `// why\n${line}`)).toEqual([expect.stringContaining(`${file}:2: ${rule}: `)])
})

test.each([
  ['apps/server/src/links.ts', 'export const originOf = ({ publicUrl }) => publicUrl'],
  ['apps/server/src/services.ts', 'clock: () => Date = () => new Date(),'],
  ['apps/server/src/process/database.ts', 'const clock = () => new Date()'],
  [act, '  const at = new Date(row.sentAt)'],
  [act, '  const late = now.getTime() - at.getTime() > graceMs'],
  [act, '/** Begins with publicUrl. */'],
  ['apps/server/src/features/mails/send-mail.ts', '  deps.mailer.send({ ...mail, to })'],
  ['apps/server/src/process/serve.ts', '    () => services.mailer.close(),'],
  ['apps/web/src/product/session/api.ts', 'publicUrl'],
  ['packages/contract/src/paths.ts', "export const defaultLanguage = 'en' satisfies Language"],
  ['packages/contract/src/languages.ts', "export const languages = ['en', 'zh'] as const"],
  ['packages/texts/src/languages/zh/about.ts', "  tag: 'zh-CN',"],
  ['packages/texts/src/registry/cli.ts', "import { cli as zh } from '../languages/zh/cli.ts'"],
  [act, '/** As in /zh/ before. */'],
])('nothing is refused in %s for %j', (file, line) => expect(productBreaches(file, line)).toEqual([]))
