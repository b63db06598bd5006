/** The home page below the card: how it works, for whom, and what people ask (W2). */

import { productPath, supportPath } from '@sampan/contract/paths'
import type { ProductPage } from '@sampan/contract/site'
import type { Screen } from '@sampan/texts/content/front-matter'
import { landing } from '@sampan/texts/registry/landing'
import { useTranslation } from 'react-i18next'
import { addTexts, useLanguage } from '../../lib/i18n.ts'
import { LimitText } from '../../product/plans/limit-text.tsx'
import classes from './landing.module.css'
import { Picture } from './picture.tsx'

addTexts('landing', landing)

const steps = [
  ['howSend', 'send'],
  ['howReceive', 'download'],
  ['howKnow', 'receipt'],
] as const satisfies [string, Screen][]
const readers = [
  ['forBuyers', 'supplier-document-tracking'],
  ['forMakers', 'attachments-organized'],
  ['forForwarders', 'document-receipts'],
] as const satisfies [string, ProductPage][]
const questions = [1, 2, 3, 4, 5, 6] as const

export const Landing = () => (
  <div className={classes.landing}>
    <How />
    <ForWhom />
    <Asked />
  </div>
)

function How() {
  const { t } = useTranslation('landing')
  return (
    <section aria-labelledby="how">
      <h2 id="how">{t('howTitle')}</h2>
      <ol className={classes.steps}>
        {steps.map(([key, screen]) => (
          <li key={key}>
            <Picture screen={screen} alt={t(`${key}Alt`)} />
            <h3>{t(key)}</h3>
            <p>{t(`${key}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function ForWhom() {
  const { t } = useTranslation('landing')
  const language = useLanguage()
  return (
    <section aria-labelledby="for">
      <h2 id="for">{t('forTitle')}</h2>
      <ul className={classes.steps}>
        {readers.map(([key, page]) => (
          <li key={key}>
            <h3>{t(key)}</h3>
            <p>{t(`${key}Text`)}</p>
            <a href={productPath(page)(language)}>{t(`${key}Link`)}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Asked() {
  const { t } = useTranslation('landing')
  return (
    <section aria-labelledby="asked">
      <h2 id="asked">{t('askedTitle')}</h2>
      <div className={classes.asked}>
        {questions.map((number) => (
          <details key={number}>
            <summary>{t(`asked${number}`)}</summary>
            <p>
              <LimitText forRole="anon" text={t(`answer${number}`, { limit: '[uploadBytes]' })} />
            </p>
          </details>
        ))}
      </div>
      <p>
        <a href={supportPath(useLanguage())}>{t('allAnswers')}</a>
      </p>
    </section>
  )
}
