/** The promise of a refund, what others are asked to say, and where to begin. */
import { Button } from '@mantine/core'
import { lifetimePath, registerPath } from '@sampan/contract/paths'
import { refundDays } from '@sampan/contract/plans'
import { pricingText, type Reader } from '@sampan/contract/rules/plan-offer'
import { BadgeCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { useShownSearch } from '../../lib/use-hydrated.ts'
import { choiceQuery } from './chosen-plan.ts'
import classes from './plans.module.css'
import { useReviewLinks, useSupport } from './use-page-settings.ts'

export function Refund() {
  const { t } = useTranslation('plans')
  const support = useSupport()
  return (
    <section className={classes.refund} aria-labelledby="refund">
      <BadgeCheck size={28} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <h2 id="refund">{t('refundTitle')}</h2>
        <p>
          {t(support ? 'refundText' : 'refundAsk', { days: refundDays })}{' '}
          {support && <a href={`mailto:${support}`}>{t('refundMail')}</a>}
        </p>
      </div>
    </section>
  )
}

/** To where licence codes give a plan for good (P6). */
export function LicenceLink() {
  const { t } = useTranslation('plans')
  const language = useLanguage()
  return (
    <p className={classes.licence}>
      {t('licenceQuestion')} <Link to={lifetimePath(language)}>{t('licenceLink')}</Link>
    </p>
  )
}

/** Only where the operator has named sites. */
export function ReviewUs() {
  const { t } = useTranslation('plans')
  const links = useReviewLinks()
  if (links.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="review-us">
      <h2 id="review-us">{t('reviewUs')}</h2>
      <p className={classes.lead}>{t('reviewText')}</p>
      <p className={classes.reviews}>
        {links.map((link) => (
          <Button key={link} component="a" href={link} target="_blank" rel="noopener" variant="default">
            {new URL(link).hostname.replace(/^www\./, '')}
          </Button>
        ))}
      </p>
    </section>
  )
}

/** Whoever pays already has nothing to begin. */
export function Begin({ reader }: { reader: Reader }) {
  const { t } = useTranslation('plans')
  const language = useLanguage()
  const query = new URLSearchParams(useShownSearch())
  const { account } = reader
  const text = pricingText(reader)
  if (account && text === 'signUp') return null
  return (
    <section className={classes.begin} aria-labelledby="begin">
      <h2 id="begin">{t(account ? 'upgradePlan' : 'endTitle')}</h2>
      <p>{t(text === 'upgrade' ? 'endTextUpgrade' : 'endTextSignUp')}</p>
      {account ? (
        <Button variant="default" h={48} onClick={() => document.querySelector<HTMLElement>('#content h1')?.scrollIntoView()}>
          {t(text)}
        </Button>
      ) : (
        <Button component={Link} to={registerPath(language) + choiceQuery(null, query)} variant="default" h={48}>
          {t(text)}
        </Button>
      )}
    </section>
  )
}
