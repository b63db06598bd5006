import { landing } from '@sampan/texts/registry/landing'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Landing } from './landing.tsx'

const counted = (html: string, tag: string): number => html.split(`<${tag}`).length - 1

test.each(['en', 'zh'] as const)(
  'W2 below the card the home page says how it works, for whom, and what people ask: %s',
  async (language) => {
    const html = renderToStaticMarkup(
      <MemoryRouter initialEntries={[language === 'zh' ? '/zh/' : '/']}>
        <I18nextProvider i18n={await createI18n(language)}>
          <Landing />
        </I18nextProvider>
      </MemoryRouter>,
    )
    const { howTitle, forTitle, askedTitle } = landing[language]
    for (const title of [howTitle, forTitle, askedTitle]) expect(html).toContain(`>${title}</h2>`)
    // Steps with their pictures, kinds of readers with their ways on, questions with their answers.
    expect(['h3', 'img', 'summary'].map((tag) => counted(html, tag))).toEqual([6, 3, 6])
    expect(html).not.toMatch(/landing:|\{\{/)
  },
)
