import { MantineProvider } from '@mantine/core'
import type { Team } from '@sampan/contract/routes/teams'
import { type LoggedAct, loggedActs } from '@sampan/contract/rules/team-log'
import { team as en } from '@sampan/texts/languages/en/app/team'
import { team as zh } from '@sampan/texts/languages/zh/app/team'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Entry, Log } from './log.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'team', en)
i18ns.zh.addResourceBundle('zh', 'team', zh)
type Language = keyof typeof i18ns

const sentence = (language: Language, act: LoggedAct, about: string): string => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18ns[language]}>
      <Entry at={0} act={act} about={about} name="Anna" />
    </I18nextProvider>,
  )
  return /<span>(.*?)<\/span>/.exec(html)![1]!
}

test.each([
  ['en', 'madeAdmin', 'li@example.com', 'made <bdi>li@example.com</bdi> an admin'],
  ['en', 'sent', 'Harbour plan', 'sent “<bdi>Harbour plan</bdi>”'],
  ['en', 'joined', '', 'joined the team'],
  ['en', 'removed', '', 'People removed'],
  ['zh', 'madeAdmin', 'kuaiji@example.com', '将 <bdi>kuaiji@example.com</bdi> 设为管理员'],
  ['zh', 'tookInvitationBack', 'kuaiji@example.com', '撤回了给 <bdi>kuaiji@example.com</bdi> 的邀请'],
  ['zh', 'madeMember', '李伟', '将<bdi>李伟</bdi>设为成员'],
  ['zh', 'sent', '港口图', '发送了“<bdi>港口图</bdi>”'],
  ['zh', 'shared', '港口图', '更改了“<bdi>港口图</bdi>”的共享对象'],
] as const)('M3 %s: %s of %j is written as a sentence of its language', (language, act, about, text) => {
  expect(sentence(language, act, about)).toBe(text)
})

test.each(['en', 'zh'] as const)('M3 %s: each act that the log is filtered by has a name of its own', (language) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <I18nextProvider i18n={i18ns[language]}>
          <Log team={{ members: [] } as unknown as Team} />
        </I18nextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  const options = [...html.matchAll(/<option value="(\w+)"[^>]*>([^<]*)</g)]
  expect(options.map(([, act]) => act)).toEqual([...loggedActs])
  const names = options.map(([, , name]) => name!)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(language === 'en' ? /^[A-Z][^:{]*\w$/ : /^[^：{了]+$/)
})
