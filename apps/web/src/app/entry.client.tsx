import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { HydratedRouter } from 'react-router/dom'
import { createI18n } from '../lib/i18n.ts'
import { pageLanguage } from '../lib/language.ts'
import { provideLoadRoute } from '../lib/load-route.ts'
import { registerShareTarget } from '../product/files/share-target.ts'
import { applyPlanLimits } from '../product/plans/plan-limits.ts'
import { keepArrival } from '../product/transfers/arrival.ts'

provideLoadRoute()
applyPlanLimits()
keepArrival()
const i18n = await createI18n(pageLanguage())

registerShareTarget()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <HydratedRouter />
      </I18nextProvider>
    </StrictMode>,
  )
})
