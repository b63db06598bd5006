/** How many people a plan is for stands wherever plans are compared (K1). */
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Boxes } from './boxes.tsx'
import { AllPlans, Comparison } from './tables.tsx'
import './texts.ts'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

const shown = (language: keyof typeof i18ns, part: ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <I18nextProvider i18n={i18ns[language]}>
          <MemoryRouter>{part}</MemoryRouter>
        </I18nextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  ).replaceAll(/<style.*?<\/style>/gs, '')

const seatsIn = (html: string) =>
  [...html.matchAll(/data-plan-limit="(\w+)\.seats">(\d+)</g)].map(([, role, seats]) => `${role} ${seats}`)

test.each([
  ['en', 'Team seats'],
  ['zh', '团队席位'],
] as const)('K1 M1 %s: boxes and both tables of plans say how many people each is for', (language, name) => {
  const boxes = shown(language, <Boxes reader={{ account: null, sender: '' }} isKnown period="monthly" />)
  const compared = shown(language, <Comparison />)
  const all = shown(language, <AllPlans period="monthly" />)
  for (const html of [boxes, compared, all]) expect(html).toContain(name)
  expect(seatsIn(boxes)).toEqual(['personal 1', 'pro 2', 'business 5'])
  expect(seatsIn(compared)).toEqual(['free 1', 'personal 1', 'pro 2', 'business 5'])
  expect(seatsIn(all)).toContain('teamelite 50')
})
